import { artifactKeys } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { RenderedPlay, RenderResult } from '../../../rendering/render/index.ts';
import type { MapDescription } from '../../jobs/index.ts';
import { fingerprintOf } from '../assets/fingerprint.ts';
import { type Assets, gatherAssets } from '../assets/gather-assets.ts';
import { requireClaim } from '../attempt/claimed-work.ts';
import { repeatDuringOutage } from '../attempt/repeat-during-outage.ts';
import { maxLostWorkers } from '../attempt/retry-decision.ts';
import type { JobRunner } from '../job-runner.ts';
import { RenderInterrupted } from '../process/render-process.ts';
import type { RenderTask, SegmentPlan } from '../process/render-task.ts';
import { jobRenderOptions } from '../render-options.ts';
import { createProgressReports, storingProgress } from '../reporting/progress-reports.ts';
import { type ArtifactFiles, filesIn, storeArtifacts } from './artifact-files.ts';
import type { JobAttempt } from './job-attempt.ts';
import { reuseArtifacts } from './reuse-artifacts.ts';
import { findFreeWorkers, resumeSegments, splitJob } from './split-job.ts';

/** The artifacts are stored, or the job is split among several workers. */
type Created = Pick<RenderResult, 'pp'> | 'split';

/** Downloads the assets of a job, renders it and stores the artifacts; or splits the job among free workers. */
export async function createArtifacts(runner: JobRunner, attempt: JobAttempt): Promise<Created> {
  const { storage, beatmaps, skins } = runner;
  const { claim, jobLog, folder, signal } = attempt;
  if (!claim.isResumed) jobLog.line(`Attempt ${claim.attempt} at job ${claim.job.id}.`);
  if (claim.lostWorkers >= maxLostWorkers) throw new Failure('render/worker-lost');
  const onLine = claim.isResumed ? () => {} : jobLog.line;
  const { release, ...assets } = await gatherAssets(claim.job, { storage, beatmaps, skins, folder, signal, onLine });
  try {
    return await renderAssets(runner, attempt, assets);
  } finally {
    release();
  }
}

async function renderAssets(runner: JobRunner, attempt: JobAttempt, assets: Assets): Promise<Created> {
  const { jobs, storage, rendererVersion, encoding, log } = runner;
  const { claim, jobLog, folder, signal } = attempt;
  if (!claim.isResumed) await requireClaim(jobs.attempts.startRendering(claim));
  const options = jobRenderOptions(claim.job.options, encoding);
  const fingerprint = await fingerprintOf({ assets, options, rendererVersion }, { signal });
  const reused = await reuseArtifacts({ attempts: jobs.attempts, storage, claim, fingerprint, signal });
  if (reused !== null) {
    jobLog.line('An earlier job has the same replay, map, skin and settings: reusing its video.');
    await requireClaim(jobs.attempts.recordArtifacts(claim, fingerprint));
    return { pp: reused.pp };
  }
  const { encodedSegments, missing } = await resumeSegments(runner, attempt, fingerprint);
  if (missing.length > 0) return splitJob(runner, attempt, { fingerprint, segments: missing });
  const files = filesIn(folder);
  const freeWorkers = await findFreeWorkers(runner, claim);
  const result = await renderTask(runner, attempt, { ...assets, ...files, options, encodedSegments, freeWorkers });
  if ('segments' in result) {
    const segments = result.segments.map((segment, number) => ({ ...segment, number }));
    return splitJob(runner, attempt, { fingerprint, segments });
  }
  jobLog.line(`Storing the video: ${(result.bytes / 1024 / 1024).toFixed(1)} MiB, ${result.frames} frames.`);
  const store = async () => {
    // An attempt that has lost its claim must not store: the newer attempt may be storing the same video.
    await requireClaim(jobs.attempts.reportProgress(claim, storingProgress));
    await storeArtifacts({ storage, signal }, claim.job.id, { files, preview: options.preview });
    await requireClaim(jobs.attempts.recordArtifacts(claim, fingerprint));
  };
  await repeatDuringOutage(store, {
    signal,
    onOutage(err) {
      log.warn({ jobId: claim.job.id, attempt: claim.attempt, err }, 'could not store a video; trying again');
      jobLog.line('The video could not be stored. Trying again.');
    },
  });
  return result;
}

async function renderTask(
  { jobs, storage, render, log }: JobRunner,
  { claim, jobLog, signal }: JobAttempt,
  task: RenderTask & Pick<ArtifactFiles, 'analytics'>,
): Promise<RenderResult | SegmentPlan> {
  const { options, encodedSegments } = task;
  const { job, attempt } = claim;
  const isJoining = encodedSegments !== undefined;
  if (isJoining) jobLog.line(`All ${encodedSegments.length} segments are rendered; joining them.`);
  else jobLog.line(`Rendering ${options.width}×${options.height} at ${options.fps} frames per second.`);
  const storeAnalytics = () => storage.putFile(artifactKeys.analytics(job.id), task.analytics, { signal });
  const reports = createProgressReports({ attempts: jobs.attempts, claim, jobLog, storeAnalytics });
  const startedAt = performance.now();
  try {
    const result = await render(task, {
      signal: AbortSignal.any([signal, reports.lost]),
      onNote: jobLog.line,
      // The worker that split the job has described the map, and the workers of the segments have reported their frames.
      onProgress: isJoining ? () => {} : reports.progress,
      onOpened: isJoining ? () => {} : (play) => reports.opened(describeMap(play)),
    });
    await reports.settled();
    if (!('segments' in result)) {
      log.info({ jobId: job.id, attempt, seconds: (performance.now() - startedAt) / 1000 }, 'render finished');
    }
    return result;
  } catch (error) {
    // The next attempt must not get segments that cannot be joined.
    const isAboutSegments = isJoining && !signal.aborted && !(error instanceof RenderInterrupted);
    if (isAboutSegments) await jobs.segments.discard(job.id);
    throw error;
  }
}

function describeMap({ map, lengthSeconds, stars, pp }: RenderedPlay): MapDescription {
  const titleOf = (artist: string, title: string) => `${artist} - ${title} [${map.version}]`;
  return {
    title: titleOf(map.artist, map.title),
    titleUnicode: titleOf(map.artistUnicode, map.titleUnicode),
    beatmapId: map.id,
    lengthSeconds,
    stars,
    pp,
  };
}
