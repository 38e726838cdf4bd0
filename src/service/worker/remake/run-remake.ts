import { mkdir, rm } from 'node:fs/promises';
import { artifactKeys } from '../../../contract/index.ts';
import { addLine, type Job } from '../../jobs/index.ts';
import { fingerprintOf } from '../assets/fingerprint.ts';
import { type Assets, gatherAssets } from '../assets/gather-assets.ts';
import type { AttemptResult } from '../attempt/end-attempt.ts';
import { repeatDuringOutage } from '../attempt/repeat-during-outage.ts';
import { decideRetry } from '../attempt/retry-decision.ts';
import { filesIn, storeArtifacts } from '../job/artifact-files.ts';
import type { JobRunner } from '../job-runner.ts';
import { jobRenderOptions } from '../render-options.ts';

interface RemakeWork {
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Makes the video of a completed job again, on this worker alone, and replaces it. Viewers get the old file or the new one. The
 * job has no new attempt and completes no second time. If a lost worker comes back, two may store the same video.
 */
export async function runRemake(
  runner: JobRunner,
  { jobId, retryCount }: { jobId: string; retryCount: number },
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { queue, newFolder, log } = runner;
  const { remakes } = queue.checks;
  const job = await remakes.find(jobId);
  if (job === null) return { result: 'lost', retryAfterSeconds: null };
  const folder = newFolder();
  try {
    await mkdir(folder);
    await remake(runner, job, { folder, signal });
    log.info({ jobId }, 'video made again');
    return { result: 'remade', retryAfterSeconds: null };
  } catch (error) {
    const counts = { renderErrors: retryCount, outages: retryCount, lostWorkers: retryCount };
    const decision = decideRetry(error, counts, { isInterrupted: signal.aborted });
    log.warn({ jobId, err: error, decision: decision.kind }, 'a video could not be made again');
    if (decision.kind === 'retry') return { result: 'handed-back', retryAfterSeconds: decision.delaySeconds };
    await remakes.giveUp(jobId, decision.code);
    return { result: 'failed', retryAfterSeconds: null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function remake(runner: JobRunner, job: Job, work: RemakeWork): Promise<void> {
  const { storage, beatmaps, skins } = runner;
  const onLine = () => {};
  const { release, ...assets } = await gatherAssets(job, { storage, beatmaps, skins, ...work, onLine });
  try {
    await renderAgain(runner, job, { ...work, assets });
  } finally {
    release();
  }
}

async function renderAgain(
  { jobs, queue, storage, render, rendererVersion, encoding, log }: JobRunner,
  { id, options: submitted }: Job,
  { folder, signal, assets }: RemakeWork & { assets: Assets },
): Promise<void> {
  const options = jobRenderOptions(submitted, encoding);
  const fingerprint = await fingerprintOf({ assets, options, rendererVersion }, { signal });
  const files = filesIn(folder);
  await render({ ...assets, ...files, options }, { signal, onProgress() {}, onNote() {}, onOpened() {} });
  await repeatDuringOutage(() => storeArtifacts({ storage, signal }, id, { files, preview: options.preview }), {
    signal,
    onOutage: (err) => log.warn({ jobId: id, err }, 'could not store a video; trying again'),
  });
  await addLine(storage, { key: artifactKeys.log(id), message: line, signal });
  // The owner or retention may have purged the job while it was rendered.
  if (!(await queue.checks.remakes.finish(id, fingerprint))) await jobs.retention.deleteLateFiles(storage, id);
}

const line = 'Made again, because a worker that rendered a segment of it was suspended.';
