import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactKeys } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import type { RenderProgress } from '../../rendering/render/index.ts';
import type { SegmentClaim } from '../jobs/index.ts';
import { fingerprintOf } from './fingerprint.ts';
import { gatherAssets } from './gather-assets.ts';
import { watchHold } from './hold-watch.ts';
import { afterError, type Held, type Outcome } from './outcome.ts';
import { openPartLog, type PartLog } from './part-log.ts';
import { createReporter } from './progress-reports.ts';
import { jobRenderOptions } from './render-options.ts';
import type { JobRunner } from './run-job.ts';
import { mostLostWorkers } from './verdict.ts';

/** One attempt at a part of a job, from claim to end. */
export async function runSegment(
  runner: JobRunner,
  segment: { jobId: string; number: number; queueEntry: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const { jobs, newFolder, log } = runner;
  const { segments } = jobs;
  const claim = await segments.claim(segment);
  if (claim === null) return { result: 'lost', againAfterSeconds: null };
  const { jobId, number } = segment;
  log.info({ jobId, part: number, claim: claim.claim }, 'a part of a job was claimed');
  const logKey = artifactKeys.log(jobId);
  const partLog = openPartLog(runner, claim);
  partLog.line(`${nameOf(claim)} is being made${claim.claim > 1 ? ' again' : ''}.`);
  const folder = newFolder();
  const hold = watchHold(() => segments.isHeld(claim));
  const held: Held = {
    ...{ claim, stopping: signal, signal: AbortSignal.any([signal, hold.lost]) },
    isHeld: () => segments.isHeld(claim),
    handBack: (why) => segments.handBack(claim, why),
    // What ends a part for good ends the job.
    async writeEnd(line, { kind }) {
      partLog.line(kind === 'failed' ? line : `${nameOf(claim)}: ${line}`);
      await partLog.settled();
    },
    onLost: async () => {},
  };
  try {
    await mkdir(folder);
    return await makeSegment(runner, held.signal, { claim, folder, partLog });
  } catch (error) {
    return await afterError(runner, held, { error, logKey });
  } finally {
    hold.stop();
    await partLog.settled();
    await rm(folder, { recursive: true, force: true });
  }
}

/** As users count them. */
const nameOf = ({ number, total }: SegmentClaim) => `Part ${number + 1} of ${total}`;

async function makeSegment(
  runner: JobRunner,
  signal: AbortSignal,
  { claim, folder, partLog }: { claim: SegmentClaim; folder: string; partLog: PartLog },
): Promise<Outcome> {
  const { jobs, storage, beatmaps, skins, render, rendererVersion, encoding, log } = runner;
  const { job, number, first, frames, key } = claim;
  if (claim.lostWorkers >= mostLostWorkers) throw new Failure('render/worker-lost');
  const options = jobRenderOptions(job.options, encoding);
  const onLine = () => {};
  const { release, ...assets } = await gatherAssets(job, { storage, beatmaps, skins, folder, signal, onLine });
  try {
    const fingerprint = await fingerprintOf({ assets, options, rendererVersion }, { signal });
    if (!fingerprint.equals(claim.fingerprint)) {
      log.warn({ jobId: job.id }, 'a job was shared out by a worker that renders otherwise; its parts are given up');
      if (await jobs.segments.isHeld(claim)) {
        partLog.line('The parts are given up: not all workers render alike.');
        await jobs.segments.forget(job.id);
      }
      return { result: 'lost', againAfterSeconds: null };
    }
    const reporter = createReporter((progress: RenderProgress) =>
      jobs.segments.report(claim, { frames: progress.frame, framesPerSecond: progress.framesPerSecond }),
    );
    const video = join(folder, 'video.mp4');
    const began = performance.now();
    await render(
      { ...assets, options, video, range: { first, frames } },
      {
        signal: AbortSignal.any([signal, reporter.lost]),
        onProgress: (progress) => progress.stage === 'rendering' && reporter.report(progress),
        onNote() {},
        onOpened() {},
      },
    );
    await reporter.settled();
    await storage.putFile(key, video, { signal });
    if (!(await jobs.segments.done(claim))) {
      await storage.delete(key);
      return { result: 'lost', againAfterSeconds: null };
    }
    const seconds = (performance.now() - began) / 1000;
    log.info({ jobId: job.id, part: number, seconds }, 'a part of a job was made');
    partLog.line(`${nameOf(claim)} is made: ${frames} frames in ${seconds.toFixed(0)} s.`);
    return { result: 'part-made', againAfterSeconds: null };
  } finally {
    release();
  }
}
