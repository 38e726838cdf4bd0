import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Beatmaps } from '../beatmaps/index.ts';
import type { Config } from '../config.ts';
import { artifactKeys } from '../contract/index.ts';
import { Failure, failures } from '../failure.ts';
import type { Claim, Completion, Jobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import type { RenderedPlay, RenderResult } from '../render/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Complete } from './callback.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type Assets, gatherAssets } from './gather-assets.ts';
import { watchHold } from './hold-watch.ts';
import { type JobLog, openJobLog } from './job-log.ts';
import { createProgressReports, storing } from './progress-reports.ts';
import { jobRenderOptions } from './render-options.ts';
import type { Render } from './render-process.ts';
import { reuseArtifacts } from './reuse-artifacts.ts';
import type { SkinCache } from './skin-cache.ts';
import { codeOf, judgeAttempt, longestOutageSeconds, mostLostWorkers, type Verdict } from './verdict.ts';

export interface JobRunner {
  readonly jobs: Jobs;
  /** How a render ended: a direct call inside the service's process, the callback elsewhere. */
  readonly complete: Complete;
  readonly storage: Storage;
  readonly beatmaps: Beatmaps;
  readonly skins: SkinCache;
  readonly render: Render;
  /** Another one whenever a render of the same may come out differently. */
  readonly rendererVersion: string;
  readonly encoding: Config['encoding'];
  /** A path nobody uses yet, for the files of one attempt. */
  readonly newFolder: () => string;
  readonly log: Log;
}

/** How an attempt ended, and when the queue should give its entry out again; null: never. */
export interface Outcome {
  /** `lost`: the job was another attempt's, or had ended. */
  readonly result: 'completed' | 'failed' | 'handed-back' | 'lost';
  readonly againAfterSeconds: number | null;
}

/** One attempt at a job, from claim to end. */
export async function runJob(
  runner: JobRunner,
  { jobId, queueEntry }: { jobId: string; queueEntry: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const { jobs, storage, newFolder, log } = runner;
  const claim = await jobs.claim(jobId, queueEntry);
  if (claim === null) return { result: 'lost', againAfterSeconds: null };
  const { attempt } = claim;
  log.info({ jobId, attempt }, 'a job was claimed');
  const jobLog = await openJobLog({ storage, key: artifactKeys.log(jobId), append: attempt > 1 });
  const folder = newFolder();
  const hold = watchHold(jobs, claim);
  const work: Attempt = { claim, jobLog, folder, stopping: signal, signal: AbortSignal.any([signal, hold.lost]) };
  try {
    await mkdir(folder);
    const { pp } = await makeArtifacts(runner, work);
    await jobLog.close('Completed.');
    return await endJob(runner, work, { success: true, ...keysOf(jobId), pp });
  } catch (error) {
    return await afterError(runner, work, error);
  } finally {
    hold.stop();
    jobLog.leave();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Goes on when the claim is gone: that may be the doing of this very report, whose answer was lost. */
async function endJob({ complete, log }: JobRunner, { claim, stopping }: Attempt, end: Completion): Promise<Outcome> {
  const { job, attempt } = claim;
  const result = await complete(job.id, end, { attempt, signal: stopping });
  log.info({ jobId: job.id, attempt, success: end.success, result }, 'a job ended');
  return { result: end.success ? 'completed' : 'failed', againAfterSeconds: null };
}

/** Ends the job, or hands it back; leaves it alone when it is no longer ours. */
async function afterError(runner: JobRunner, work: Attempt, error: unknown): Promise<Outcome> {
  const { jobs, log } = runner;
  const { claim, jobLog, stopping, signal } = work;
  const { job, attempt } = claim;
  const verdict = judgeAttempt(error, claim, { interrupted: signal.aborted });
  log.info({ jobId: job.id, attempt, err: error, verdict: verdict.kind }, 'an attempt at a job did not work');
  const isOurs = await (verdict.kind === 'again' ? jobs.handBack(claim, verdict.why) : jobs.isHeld(claim));
  if (!isOurs) {
    // The log is another attempt's as well, unless nobody has the job any more.
    if ((await jobs.get(job.id))?.error?.code === 'job/cancelled') await jobLog.close('Cancelled.');
    // Whether there is still anything to do, the queue's next worker finds out.
    return { result: 'lost', againAfterSeconds: 1 };
  }
  await jobLog.close(lastLine(verdict, error));
  if (verdict.kind === 'again') return { result: 'handed-back', againAfterSeconds: verdict.afterSeconds };
  const { code, message } = verdict;
  try {
    return await endJob(runner, work, { success: false, error: message, code, logKey: keysOf(job.id).logKey });
  } catch (err) {
    log.warn({ jobId: job.id, attempt, err }, 'a job that failed could not be ended; it is handed back');
    await jobs.handBack(claim, stopping.aborted ? 'worker-lost' : 'outage');
    return { result: 'handed-back', againAfterSeconds: stopping.aborted ? 1 : longestOutageSeconds };
  }
}

function keysOf(jobId: string) {
  return {
    videoKey: artifactKeys.video(jobId),
    thumbKey: artifactKeys.thumbnail(jobId),
    logKey: artifactKeys.log(jobId),
  };
}

interface Attempt {
  readonly claim: Claim;
  readonly jobLog: JobLog;
  readonly folder: string;
  /** The worker stops. */
  readonly stopping: AbortSignal;
  /** It stops, or the claim is gone. */
  readonly signal: AbortSignal;
}

/** Fetches, renders and stores. */
async function makeArtifacts(runner: JobRunner, attempt: Attempt): Promise<Pick<RenderResult, 'pp'>> {
  const { storage, beatmaps, skins } = runner;
  const { claim, jobLog, folder, signal } = attempt;
  jobLog.line(`Attempt ${claim.attempt} at job ${claim.job.id}.`);
  if (claim.lostWorkers >= mostLostWorkers) throw new Failure('render/worker-lost');
  const gathering = { storage, beatmaps, skins, folder, signal, onLine: jobLog.line };
  const { release, ...assets } = await gatherAssets(claim.job, gathering);
  try {
    return await renderAssets(runner, attempt, assets);
  } finally {
    release();
  }
}

async function renderAssets(runner: JobRunner, attempt: Attempt, assets: Assets): Promise<Pick<RenderResult, 'pp'>> {
  const { jobs, storage, render, rendererVersion, encoding, log } = runner;
  const { claim, jobLog, folder, signal } = attempt;
  const { job } = claim;
  await mustHold(jobs.startRendering(claim));
  const options = jobRenderOptions(job.options, encoding);
  const fingerprint = await fingerprintOf({ assets, options, rendererVersion }, { signal });
  const same = await reuseArtifacts({ jobs, storage, claim, fingerprint, signal });
  if (same !== null) {
    jobLog.line('The same replay was rendered before with the same map, skin and settings: its video is used.');
    await mustHold(jobs.artifactsStored(claim, { fingerprint, bytes: same.artifactBytes }));
    return { pp: same.pp };
  }
  jobLog.line(`Rendering ${options.width}×${options.height} at ${options.fps} frames a second.`);
  const reports = createProgressReports({ jobs, claim, jobLog });
  const video = join(folder, 'video.mp4');
  const thumbnail = join(folder, 'thumbnail.jpg');
  const analytics = join(folder, 'analytics.json');
  const preview = join(folder, 'preview');
  const began = performance.now();
  const result = await render(
    { ...assets, options, video, thumbnail, preview, analytics },
    {
      signal: AbortSignal.any([signal, reports.lost]),
      onProgress: reports.progress,
      onNote: jobLog.line,
      onOpened: (play) => reports.opened(descriptionOf(play)),
    },
  );
  log.info({ jobId: job.id, attempt: claim.attempt, seconds: (performance.now() - began) / 1000 }, 'a render was made');
  await reports.settled();

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

/** Only what anyone may read: the sentence of the table, never the message, which may name paths. */
function lastLine(verdict: Verdict, error: unknown): string {
  if (verdict.kind === 'failed') return `Failed: ${failures[verdict.code].says} (${verdict.code})`;
  const { why, afterSeconds } = verdict;
  if (why === 'worker-lost') return 'Interrupted; the job goes back to the queue.';
  const code = codeOf(error);
  return `This attempt failed: ${failures[code].says} (${code}) There will be another in ${afterSeconds} s.`;
}
