import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactKeys } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import type { RenderedPlay, RenderResult } from '../../rendering/render/index.ts';
import type { Claim } from '../jobs/index.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type Assets, gatherAssets } from './gather-assets.ts';
import type { JobLog } from './job-log.ts';
import type { Held } from './outcome.ts';
import { createProgressReports, storing } from './progress-reports.ts';
import { jobRenderOptions } from './render-options.ts';
import { RenderInterrupted } from './render-process.ts';
import { reuseArtifacts } from './reuse-artifacts.ts';
import type { JobRunner } from './run-job.ts';
import { fleetFor, shareOut, takeUpSegments } from './sharing.ts';
import { mostLostWorkers } from './verdict.ts';

export interface Attempt extends Held {
  readonly claim: Claim;
  readonly jobLog: JobLog;
  readonly folder: string;
}

type Made = Pick<RenderResult, 'pp'> | 'shared-out';

/** Fetches, renders and stores; or shares the job out among the workers that are free. */
export async function makeArtifacts(runner: JobRunner, attempt: Attempt): Promise<Made> {
  const { storage, beatmaps, skins } = runner;
  const { claim, jobLog, folder, signal } = attempt;
  if (!claim.isResumed) jobLog.line(`Attempt ${claim.attempt} at job ${claim.job.id}.`);
  if (claim.lostWorkers >= mostLostWorkers) throw new Failure('render/worker-lost');
  const onLine = claim.isResumed ? () => {} : jobLog.line;
  const { release, ...assets } = await gatherAssets(claim.job, { storage, beatmaps, skins, folder, signal, onLine });
  try {
    return await renderAssets(runner, attempt, assets);
  } finally {
    release();
  }
}

async function renderAssets(runner: JobRunner, attempt: Attempt, assets: Assets): Promise<Made> {
  const { jobs, storage, render, rendererVersion, encoding, log } = runner;
  const { claim, jobLog, folder, signal } = attempt;
  const { job } = claim;
  if (!claim.isResumed) await mustHold(jobs.startRendering(claim));
  const options = jobRenderOptions(job.options, encoding);
  const fingerprint = await fingerprintOf({ assets, options, rendererVersion }, { signal });
  const same = await reuseArtifacts({ jobs, storage, claim, fingerprint, signal });
  if (same !== null) {
    jobLog.line('The same replay was rendered before with the same map, skin and settings: its video is used.');
    await mustHold(jobs.artifactsStored(claim, { fingerprint, bytes: same.artifactBytes }));
    return { pp: same.pp };
  }
  const { filmed, missing } = await takeUpSegments(runner, attempt, fingerprint);
  if (missing.length > 0) return shareOut(runner, attempt, { fingerprint, segments: missing });
  if (filmed === undefined)
    jobLog.line(`Rendering ${options.width}×${options.height} at ${options.fps} frames a second.`);
  else jobLog.line(`All ${filmed.length} parts are rendered; they are joined.`);
  const reports = createProgressReports({ jobs, claim, jobLog });
  const video = join(folder, 'video.mp4');
  const thumbnail = join(folder, 'thumbnail.jpg');
  const analytics = join(folder, 'analytics.json');
  const preview = join(folder, 'preview');
  const began = performance.now();
  const result = await render(
    { ...assets, options, video, thumbnail, preview, analytics, filmed, fleet: await fleetFor(runner, claim) },
    {
      signal: AbortSignal.any([signal, reports.lost]),
      onNote: jobLog.line,
      // What can be told of a play and its frames was told when its parts were planned and made.
      onProgress: filmed === undefined ? reports.progress : () => {},
      onOpened: (play) => filmed === undefined && reports.opened(descriptionOf(play)),
    },
  ).catch(async (error) => {
    // Parts that cannot be joined must not come to the next attempt.
    if (filmed !== undefined && !signal.aborted && !(error instanceof RenderInterrupted)) {
      await jobs.segments.forget(job.id);
    }
    throw error;
  });
  await reports.settled();
  if ('ranges' in result) {
    const segments = result.ranges.map((range, number) => ({ ...range, number }));
    return shareOut(runner, attempt, { fingerprint, segments });
  }
  log.info({ jobId: job.id, attempt: claim.attempt, seconds: (performance.now() - began) / 1000 }, 'a render was made');

  jobLog.line(`Storing the video: ${(result.bytes / 1024 / 1024).toFixed(1)} MiB, ${result.frames} frames.`);
  // Whoever has the job now stores the same video, perhaps this very moment.
  await mustHold(jobs.reportProgress(claim, storing));
  const files = {
    [artifactKeys.analytics(job.id)]: analytics,
    [artifactKeys.thumbnail(job.id)]: thumbnail,
    [artifactKeys.video(job.id)]: video,
    ...(options.preview !== null && { [artifactKeys.preview(job.id, options.preview)]: preview }),
  };
  await Promise.all(Object.entries(files).map(([key, path]) => storage.putFile(key, path, { signal })));
  const sizes = await Promise.all(Object.values(files).map(async (path) => (await stat(path)).size));
  await mustHold(jobs.artifactsStored(claim, { fingerprint, bytes: sizes.reduce((sum, size) => sum + size) }));
  return result;
}

async function mustHold(held: Promise<boolean>): Promise<void> {
  if (!(await held)) throw new Error('The job is no longer this attempt’s.');
}

function descriptionOf({ map, stars, pp }: RenderedPlay) {
  return { title: `${map.artist} - ${map.title} [${map.version}]`, stars, pp };
}
