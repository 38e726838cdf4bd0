import { type LentSegment, lentSegment } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import type { SegmentClaim, TakenEntry } from '../jobs/index.ts';
import type { LendingParts } from './lending-parts.ts';
import { countRunning } from './lent-claims.ts';
import { findLentInputs } from './lent-inputs.ts';
import type { LentWorker } from './lent-worker.ts';
import { putBack } from './put-back.ts';
import { addLogLine } from './segment-log.ts';

/** A home connection may be interrupted for some seconds. */
const heartbeatSeconds = 20;
/** Segments whose inputs cannot be sent are put back; the worker requests again after half a second. */
const maxTries = 5;

type Encoding = LentSegment['encoding'];

/** Lends the next segment to a worker. `none`: there is none; `refused`: the worker may have none now. */
export async function takeSegment(
  parts: LendingParts,
  worker: LentWorker,
  instance: string,
): Promise<LentSegment | 'none' | 'refused'> {
  requireInstance(worker, instance);
  const encoding = lentSegment.shape.encoding.safeParse(parts.encoding);
  if (worker.isDraining || !encoding.success) return 'refused';
  if (!hasSlots(worker, (await countRunning(parts.db, worker)) + 1)) return 'refused';
  const { entries } = await parts.queue();
  for (let tries = 0; tries < maxTries; tries++) {
    const taken = await entries.takeLendable({ heartbeatSeconds });
    if (taken === null) return 'none';
    const lent = await lend({ ...parts, encoding: encoding.data }, worker, taken);
    if (lent !== null) return lent;
  }
  return 'none';
}

/** Throws `worker/token-in-use` if another process uses the token of the worker now. */
export function requireInstance(worker: LentWorker, instance: string): void {
  if (worker.process?.instance !== instance) throw new Failure('worker/token-in-use');
}

/** Lends the segment of an entry; null: it cannot be lent. */
async function lend(
  parts: LendingParts & { readonly encoding: Encoding },
  worker: LentWorker,
  taken: TakenEntry,
): Promise<LentSegment | null> {
  const { db, jobs, storage, beatmaps, log } = parts;
  const { job_id: jobId, segment: number } = taken.payload;
  if (number === undefined) return null;
  const claim = await jobs.segments.claim({ jobId, number, queueEntry: taken.id, lentTo: worker.id });
  if (claim === null) {
    await (await parts.queue()).entries.finish(taken);
    return null;
  }
  try {
    const inputs = await findLentInputs({ storage, beatmaps }, claim.job, beatmapPath(taken.id));
    // Counted after the claim as well: of simultaneous requests, each sees the claims before its own.
    if (inputs === null || !hasSlots(worker, await countRunning(db, worker))) {
      await putBack(parts, claim, taken);
      return null;
    }
    await addLogLine(parts, claim, 'rendering on a lent worker.');
    return describeSegment(parts, { claim, number, taken, inputs });
  } catch (error) {
    await putBack(parts, claim, taken).catch((err) => log.warn({ err }, 'could not put back a segment'));
    throw error;
  }
}

interface ClaimedSegment {
  readonly claim: SegmentClaim;
  readonly number: number;
  readonly taken: TakenEntry;
  readonly inputs: LentSegment['inputs'];
}

/** What the worker needs to render the segment. */
function describeSegment(
  { rendererVersion, encoding }: { readonly rendererVersion: string; readonly encoding: Encoding },
  { claim, number, taken, inputs }: ClaimedSegment,
): LentSegment {
  return {
    entry: taken.id,
    retry_count: taken.retryCount,
    job: {
      id: taken.payload.job_id,
      options: claim.job.options,
      beatmap_md5: claim.job.replay.beatmapMd5,
      beatmap_set_id: claim.job.beatmapSetId,
    },
    segment: {
      number,
      first: claim.first,
      frames: claim.frames,
      count: claim.segmentCount,
      claim: claim.claim,
      attempt: claim.attempt,
      fingerprint: claim.fingerprint.toString('hex'),
    },
    renderer_version: rendererVersion,
    encoding,
    inputs,
  };
}

function hasSlots({ process }: LentWorker, segments: number): boolean {
  return segments <= (process?.slots ?? 0);
}

/** Where the service serves the map of a segment that lies in its library. */
function beatmapPath(entry: string): string {
  return `/v1/workers/segments/${entry}/beatmap`;
}
