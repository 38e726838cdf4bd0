import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Beatmaps } from '../beatmaps/index.ts';
import type { Config } from '../config.ts';
import { artifactKeys } from '../contract/index.ts';
import { Failure, failures } from '../failure.ts';
import type { Claim, Jobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import type { RenderedPlay, RenderResult } from '../render/index.ts';
import type { Storage } from '../storage/index.ts';
import { gatherAssets } from './gather-assets.ts';
import { type JobLog, openJobLog } from './job-log.ts';
import { createProgressReports } from './progress-reports.ts';
import { renderOptionsOf } from './render-options.ts';
import type { Render } from './render-process.ts';
import { judgeAttempt, mostLostWorkers, type Verdict } from './verdict.ts';

export interface JobRunner {
  readonly jobs: Jobs;
  readonly storage: Storage;
  readonly beatmaps: Beatmaps;
  readonly render: Render;
  readonly encoding: Config['encoding'];
  /** A path nobody uses yet, for the files of one attempt. */
  readonly newFolder: () => string;
  readonly log: Log;
}

/** One attempt at a job, from claim to end. `again`: the job is queued once more. */
export async function runJob(runner: JobRunner, jobId: string, signal: AbortSignal): Promise<'ended' | 'again'> {
  const { jobs, storage, newFolder, log } = runner;
  const claim = await jobs.claim(jobId);
  if (claim === null) return 'ended';
  const { attempt } = claim;
  log.info({ jobId, attempt }, 'a job was claimed');
  const logKey = artifactKeys.log(jobId);
  const jobLog = await openJobLog({ storage, key: logKey, append: attempt > 1 });
  const folder = newFolder();
  try {
    await mkdir(folder);
    const { pp } = await makeArtifacts(runner, { claim, jobLog, folder, signal });
    await jobLog.close('Completed.');
    const keys = { videoKey: artifactKeys.video(jobId), thumbKey: artifactKeys.thumbnail(jobId), logKey };
    const result = await jobs.complete(jobId, { success: true, ...keys, pp }, { attempt });
    log.info({ jobId, attempt, result }, 'a job was completed');
    return 'ended';
  } catch (error) {
    const verdict = judgeAttempt(error, claim, { interrupted: signal.aborted });
    log.info({ jobId, attempt, err: error, verdict: verdict.kind }, 'an attempt at a job did not work');
    await jobLog.close(lastLine(verdict, error));
    if (verdict.kind === 'again') {
      await jobs.handBack(claim, verdict.why);
      return 'again';
    }
    const { code, message } = verdict;
    await jobs.complete(jobId, { success: false, error: message, code, logKey }, { attempt });
    return 'ended';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Attempt {
  readonly claim: Claim;
  readonly jobLog: JobLog;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Fetches, renders and stores. */
async function makeArtifacts(runner: JobRunner, attempt: Attempt): Promise<RenderResult> {
  const { jobs, storage, beatmaps, render, encoding } = runner;
  const { claim, jobLog, folder, signal } = attempt;
  const { job } = claim;
  jobLog.line(`Attempt ${claim.attempt} at job ${job.id}.`);
  if (claim.lostWorkers >= mostLostWorkers) throw new Failure('render/worker-lost');
  const assets = await gatherAssets(job, { storage, beatmaps, folder, signal, onLine: jobLog.line });

  await mustHold(jobs.startRendering(claim));
  const options = renderOptionsOf(job.options, encoding);
  jobLog.line(`Rendering ${options.width}×${options.height} at ${options.fps} frames a second.`);
  const reports = createProgressReports({ jobs, claim, jobLog });
  const video = join(folder, 'video.mp4');
  const thumbnail = join(folder, 'thumbnail.jpg');
  const analytics = join(folder, 'analytics.json');
  const result = await render(
    { ...assets, options, video, thumbnail, analytics },
    {
      signal: AbortSignal.any([signal, reports.lost]),
      onProgress: reports.progress,
      onNote: jobLog.line,
      onOpened: (play) => reports.opened(descriptionOf(play)),
    },
  );
  await reports.settled();

  jobLog.line(`Storing the video: ${(result.bytes / 1024 / 1024).toFixed(1)} MiB, ${result.frames} frames.`);
  // Whoever has the job now stores the same video, perhaps this very moment.
  await mustHold(jobs.reportProgress(claim, 99.9));
  await storage.putFile(artifactKeys.analytics(job.id), analytics, { signal });
  await storage.putFile(artifactKeys.thumbnail(job.id), thumbnail, { signal });
  await storage.putFile(artifactKeys.video(job.id), video, { signal });
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
  if (verdict.why === 'worker-lost') return 'Interrupted; the job goes back to the queue.';
  const code = error instanceof Failure ? error.code : 'render/failed';
  return `This attempt failed: ${failures[code].says} (${code}) There will be another.`;
}
