import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../../failure.ts';
import { differenceBound } from '../../../rendering/video/index.ts';
import type { CheckedComparison, SegmentCheck } from '../../jobs/index.ts';
import { fingerprintOf } from '../assets/fingerprint.ts';
import { type Assets, gatherAssets } from '../assets/gather-assets.ts';
import type { AttemptResult } from '../attempt/end-attempt.ts';
import { decideRetry } from '../attempt/retry-decision.ts';
import type { JobRunner } from '../job-runner.ts';
import { jobRenderOptions } from '../render-options.ts';
import { ComparisonBroken } from './compare-process.ts';

/** Why a segment cannot be compared. */
class Incomparable extends Error {
  override readonly name = 'Incomparable';
}

/**
 * Renders a segment of a lent worker again, compares both and records the result. The check has no claim: if a lost worker
 * comes back, two may compare the same segment, and the first result counts.
 */
export async function runCheck(
  runner: JobRunner,
  { checkId, retryCount }: { checkId: string; retryCount: number },
  signal: AbortSignal,
): Promise<AttemptResult> {
  const check = await runner.queue.checks.find(checkId);
  if (check === null) return { result: 'lost', retryAfterSeconds: null };
  const folder = runner.newFolder();
  try {
    await mkdir(folder);
    await endCheck(runner, check, await compareAgain(runner, check, { folder, signal }));
    return checked;
  } catch (error) {
    return await endFailedCheck(runner, check, { error, retryCount, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const checked = { result: 'checked', retryAfterSeconds: null } as const;

interface CheckWork {
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function compareAgain(runner: JobRunner, check: SegmentCheck, work: CheckWork): Promise<CheckedComparison> {
  const { storage, beatmaps, skins } = runner;
  const onLine = () => {};
  const { release, ...assets } = await gatherAssets(check.job, { storage, beatmaps, skins, ...work, onLine });
  try {
    return await renderAndCompare(runner, check, { ...work, assets });
  } finally {
    release();
  }
}

async function renderAndCompare(
  { storage, render, compare, rendererVersion, encoding }: JobRunner,
  { job, first, frames, fingerprint, key }: SegmentCheck,
  { folder, signal, assets }: CheckWork & { assets: Assets },
): Promise<CheckedComparison> {
  const options = jobRenderOptions(job.options, encoding);
  const own = await fingerprintOf({ assets, options, rendererVersion }, { signal });
  if (!own.equals(fingerprint)) throw new Incomparable('The renderer, the settings or the inputs have changed.');
  const object = await storage.get(key, { signal });
  if (object === null) throw new Incomparable('The segment is no longer stored.');
  const candidate = join(folder, 'candidate.mp4');
  await pipeline(object.stream, createWriteStream(candidate), { signal });
  const reference = join(folder, 'reference.mp4');
  await render(
    { ...assets, options, video: reference, segment: { first, frames } },
    { signal, onProgress() {}, onNote() {}, onOpened() {} },
  );
  const bound = differenceBound({ crf: options.crf, hasRateLimit: options.targetSizeMb !== null });
  return compare({ candidate, reference, bound }, signal);
}

async function endCheck(
  { queue, storage, log, onCheck }: JobRunner,
  check: SegmentCheck,
  { result, reason }: CheckedComparison,
): Promise<void> {
  const { id, workerId, job, number, key } = check;
  const suspension = await queue.checks.record(check, { result, reason });
  onCheck?.(result);
  log.info({ check: id, worker: workerId, jobId: job.id, segment: number, result }, 'segment checked');
  if (suspension !== null) log.error({ worker: workerId, reason, ...suspension }, 'suspended a worker that differs');
  await storage.delete(key);
}

/** The tries of a check are those of its entry: attempts at other work are counted by cause, which matters only to clients. */
async function endFailedCheck(
  runner: JobRunner,
  check: SegmentCheck,
  { error, retryCount, signal }: { error: unknown; retryCount: number; signal: AbortSignal },
): Promise<AttemptResult> {
  const { queue, storage, log, onCheck } = runner;
  const counts = { renderErrors: retryCount, outages: retryCount, lostWorkers: retryCount };
  const decision = decideRetry(error, counts, { isInterrupted: signal.aborted });
  const isIncomparable = error instanceof Incomparable;
  log.info({ check: check.id, err: error, decision: decision.kind }, 'check failed');
  if (decision.kind === 'retry' && !isIncomparable) {
    return { result: 'handed-back', retryAfterSeconds: decision.delaySeconds };
  }
  if (error instanceof ComparisonBroken) {
    // Otherwise a file that breaks the decoder would be the way to avoid every check.
    await endCheck(runner, check, { result: 'different', reason: 'It breaks the process that compares it.' });
    return checked;
  }
  const reason = isIncomparable || decision.kind === 'retry' ? messageOf(error) : decision.code;
  await queue.checks.drop(check, reason);
  onCheck?.('dropped');
  await storage.delete(check.key);
  return checked;
}
