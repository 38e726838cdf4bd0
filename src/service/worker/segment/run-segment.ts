import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactKeys } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { RenderProgress } from '../../../rendering/render/index.ts';
import type { SegmentLog } from '../../jobs/index.ts';
import { fingerprintOf } from '../assets/fingerprint.ts';
import { type Assets, gatherAssets } from '../assets/gather-assets.ts';
import { watchForLostClaim } from '../attempt/claim-watch.ts';
import type { ClaimedWork } from '../attempt/claimed-work.ts';
import { type AttemptResult, endFailedAttempt } from '../attempt/end-attempt.ts';
import { repeatDuringOutage } from '../attempt/repeat-during-outage.ts';
import { maxLostWorkers } from '../attempt/retry-decision.ts';
import type { SegmentRunner } from '../job-runner.ts';
import { jobRenderOptions } from '../render-options.ts';
import { createReporter } from '../reporting/progress-reports.ts';
import type { SegmentWork } from './segment-claims.ts';

/** An attempt at one segment of a job. */
interface SegmentAttempt extends ClaimedWork {
  readonly claim: SegmentWork;
  /** For the files of this attempt. */
  readonly folder: string;
  readonly segmentLog: SegmentLog;
}

/** Runs one attempt at a segment of a job, from its claim to its end. */
export async function runSegment(
  runner: SegmentRunner,
  segment: { jobId: string; number: number; queueEntry: string },
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { segments, openLog, newFolder, log } = runner;
  const claim = await segments.claim(segment);
  if (claim === null) return { result: 'lost', retryAfterSeconds: null };
  const { jobId, number } = segment;
  log.info({ jobId, segment: number, claim: claim.claim }, 'segment claimed');
  const logKey = artifactKeys.log(jobId);
  const segmentLog = openLog(claim);
  segmentLog.line(`${titleOf(claim)}: rendering${claim.claim > 1 ? ' again' : ''}.`);
  const folder = newFolder();
  const watch = watchForLostClaim(() => segments.isCurrent(claim));
  const work: SegmentAttempt = {
    claim,
    folder,
    segmentLog,
    stopping: signal,
    signal: AbortSignal.any([signal, watch.lost]),
    isClaimed: () => segments.isCurrent(claim),
    requeue: (reason) => segments.requeue(claim, reason),
    async writeEnd(line, { kind }) {
      // A segment that fails fails the whole job.
      segmentLog.line(kind === 'failed' ? line : `${titleOf(claim)}: ${line}`);
      await segmentLog.settled();
    },
    onLost: async () => {},
  };
  try {
    await mkdir(folder);
    return await createSegment(runner, work);
  } catch (error) {
    return await endFailedAttempt(runner, work, { error, logKey });
  } finally {
    watch.stop();
    await segmentLog.settled();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Users count from 1. */
const titleOf = ({ number, segmentCount }: SegmentWork) => `Segment ${number + 1} of ${segmentCount}`;

async function createSegment(runner: SegmentRunner, work: SegmentAttempt): Promise<AttemptResult> {
  const { storage, beatmaps, skins } = runner;
  const { claim, folder, signal } = work;
  if (claim.lostWorkers >= maxLostWorkers) throw new Failure('render/worker-lost');
  const onLine = () => {};
  const { release, ...assets } = await gatherAssets(claim.job, { storage, beatmaps, skins, folder, signal, onLine });
  try {
    return await renderSegment(runner, work, assets);
  } finally {
    release();
  }
}

async function renderSegment(runner: SegmentRunner, work: SegmentAttempt, assets: Assets): Promise<AttemptResult> {
  const { segments, storage, render, rendererVersion, encoding, log } = runner;
  const { claim, folder, segmentLog, signal } = work;
  const { job, number, first, frames, key } = claim;
  const options = jobRenderOptions(job.options, encoding);
  const fingerprint = await fingerprintOf({ assets, options, rendererVersion }, { signal });
  if (!fingerprint.equals(claim.fingerprint)) {
    log.warn({ jobId: job.id }, 'a worker that renders differently has split the job; discarding its segments');
    if (await segments.isCurrent(claim)) {
      segmentLog.line('Discarding all segments: not all workers have the same version.');
      await segments.discard(claim);
    }
    return { result: 'lost', retryAfterSeconds: null };
  }
  const reporter = createReporter((progress: RenderProgress) =>
    segments.report(claim, { frames: progress.frame, framesPerSecond: progress.framesPerSecond }),
  );
  const video = join(folder, 'video.mp4');
  const startedAt = performance.now();
  await render(
    { ...assets, options, video, segment: { first, frames } },
    {
      signal: AbortSignal.any([signal, reporter.lost]),
      onProgress: (progress) => progress.stage === 'rendering' && reporter.report(progress),
      onNote() {},
      onOpened() {},
    },
  );
  await reporter.settled();
  await repeatDuringOutage(() => storage.putFile(key, video, { signal }), {
    signal,
    onOutage: (err) => log.warn({ jobId: job.id, segment: number, err }, 'could not store a segment; trying again'),
  });
  if (!(await segments.finish(claim))) {
    await storage.delete(key);
    return { result: 'lost', retryAfterSeconds: null };
  }
  const seconds = (performance.now() - startedAt) / 1000;
  log.info({ jobId: job.id, segment: number, seconds }, 'segment finished');
  segmentLog.line(`${titleOf(claim)}: finished, ${frames} frames in ${seconds.toFixed(0)} s.`);
  return { result: 'segment-rendered', retryAfterSeconds: null };
}
