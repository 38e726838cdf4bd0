import { type Kysely, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { type HeartbeatAnswer, type HeartbeatBody, type LentSegment, lentSegment } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import type { Log } from '../../log.ts';
import type { Beatmaps } from '../beatmaps/index.ts';
import type { Schema } from '../database/index.ts';
import { type Jobs, openSegmentLog, type Queue, type SegmentClaim, type TakenEntry } from '../jobs/index.ts';
import type { Storage } from '../storage/index.ts';
import type { InspectSegment } from './inspect/inspect-segment.ts';
import { countRunning, findLentClaims, type LentClaim, requireLentClaim } from './lent-claims.ts';
import { findLentInputs } from './lent-inputs.ts';
import type { LentWorker } from './lent-worker.ts';
import { endPresence, recordPresence } from './presence.ts';
import { storeOnce } from './store-once.ts';

/** What lent workers do. Each of these checks that the segment is lent to the worker: throws `worker/not-lent`. */
export interface Lending {
  /** Throws `worker/token-in-use`. */
  heartbeat(worker: LentWorker, body: HeartbeatBody): Promise<HeartbeatAnswer>;
  /** Lends the next segment to a worker with a free slot; null: there is none. */
  take(worker: LentWorker, instance: string): Promise<LentSegment | null>;
  /** The path of the library's archive with the map of a lent segment. */
  findArchive(worker: LentWorker, entry: string): Promise<string>;
  /** The maximum size of the video of a lent segment. */
  maxVideoBytes(worker: LentWorker, entry: string): Promise<number>;
  /** Stores the video of a segment. Throws `worker/segment-refused` if it is none, and lends the segment no more. */
  storeVideo(worker: LentWorker, taken: TakenSegment, file: string): Promise<void>;
  /** The segment is rendered and its video is stored. */
  finish(worker: LentWorker, taken: TakenSegment, seconds: number): Promise<void>;
  /** The worker could not render it. */
  giveBack(worker: LentWorker, taken: TakenSegment): Promise<void>;
  /** The worker stops. Its segments return to the queue. */
  leave(worker: LentWorker, instance: string): Promise<void>;
}

/** A segment as a worker names it. */
export type TakenSegment = Pick<TakenEntry, 'id' | 'retryCount'>;

export interface LendingParts {
  readonly db: Kysely<Schema>;
  readonly jobs: Pick<Jobs, 'segments'>;
  readonly queue: () => Promise<Pick<Queue, 'entries' | 'checks'>>;
  readonly storage: Storage;
  readonly beatmaps: Pick<Beatmaps, 'findLocal'>;
  readonly inspect: InspectSegment;
  readonly encoding: Config['encoding'];
  /** Changes whenever a render of the same input may come out differently. */
  readonly rendererVersion: string;
  /** The share of the segments of untrusted workers that is checked. */
  readonly checkShare: number;
  readonly log: Log;
}

/** A connection of a home may be interrupted for some seconds. */
const heartbeatSeconds = 20;
/** Segments whose inputs cannot be sent are put back; the worker asks again in a second. */
const maxTries = 5;
/** A worker sends no more than four bits per pixel; what x264 makes of our pictures has a tenth of it. */
const maxBytesPerPixel = 0.5;
const containerBytes = 1024 * 1024;

/** A worker that sends heartbeats and never finishes must not stop a job for long. A machine that is slower is no help. */
const maxLentSeconds = (frames: number) => 120 + frames / 2;

export function createLending(parts: LendingParts): Lending {
  const { db, jobs, storage, beatmaps, inspect, encoding, rendererVersion, log } = parts;
  const { segments } = jobs;
  const titleOf = ({ number, segmentCount }: LentClaim | SegmentClaim) => `Segment ${number + 1} of ${segmentCount}`;
  const encodingOfWorkers = lentSegment.shape.encoding.safeParse(encoding);

  async function addLogLine(claim: LentClaim | SegmentClaim, text: string): Promise<void> {
    const segmentLog = openSegmentLog({ segments, storage, log }, claim);
    segmentLog.line(`${titleOf(claim)}: ${text}`);
    await segmentLog.settled();
  }

  async function putBack(claim: LentClaim | SegmentClaim, taken: TakenSegment): Promise<void> {
    await segments.requeue(claim, 'worker-lost');
    await (await parts.queue()).entries.putBack(taken, 0);
  }

  /** Lends the segment of an entry; null: it cannot be lent. */
  async function lend(worker: LentWorker, taken: TakenEntry): Promise<LentSegment | null> {
    const { entries } = await parts.queue();
    const { job_id: jobId, segment: number } = taken.payload;
    if (number === undefined || !encodingOfWorkers.success) return null;
    const claim = await segments.claim({ jobId, number, queueEntry: taken.id, lentTo: worker.id });
    if (claim === null) {
      await entries.finish(taken);
      return null;
    }
    try {
      const inputs = await findLentInputs({ storage, beatmaps }, claim.job, beatmapPath(taken.id));
      // Counted after the claim as well: of simultaneous requests, each sees the claims before its own.
      if (inputs === null || !hasSlots(worker, await countRunning(db, worker))) {
        await putBack(claim, taken);
        return null;
      }
      await addLogLine(claim, 'rendering on a lent worker.');
      return {
        entry: taken.id,
        retry_count: taken.retryCount,
        job: {
          id: jobId,
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
        encoding: encodingOfWorkers.data,
        inputs,
      };
    } catch (error) {
      await putBack(claim, taken).catch((err) => log.warn({ err }, 'could not put back a segment'));
      throw error;
    }
  }

  async function endSegment(worker: LentWorker, claim: LentClaim): Promise<boolean> {
    if (worker.isTrusted) return segments.finish(claim);
    return (await parts.queue()).checks.deliver(claim, { workerId: worker.id, storage, share: parts.checkShare });
  }

  /** The segments of a process that is gone wait for no heartbeat. */
  async function putBackAll(worker: LentWorker): Promise<void> {
    const claims = (await findLentClaims(db, worker)).filter(({ isDone }) => !isDone);
    if (claims.length === 0) return;
    const { entries } = await parts.queue();
    for (const claim of claims) {
      await segments.requeue(claim, 'worker-lost');
      await entries.fail({ id: claim.queueEntry, retryCount: 0 });
    }
  }

  return {
    async heartbeat(worker, body) {
      const sent = new Map(body.segments.map((segment) => [segment.entry, segment]));
      const claims = await findLentClaims(db, worker, [...sent.keys()]);
      const running = claims.filter(({ isDone }) => !isDone);
      const { isDraining, isNew } = await recordPresence(db, worker, {
        heartbeat: body,
        jobIds: running.map(({ job }) => job.id),
      });
      if (isNew) await putBackAll(worker);
      if (running.length === 0) return { draining: isDraining, entries: [] };
      const { entries } = await parts.queue();
      const taken = running.map(({ queueEntry, frames }) => ({
        id: queueEntry,
        retryCount: sent.get(queueEntry)!.retry_count,
        maxSeconds: maxLentSeconds(frames),
      }));
      const held = await entries.touch(taken);
      for (const claim of running) {
        const { frames, frames_per_second: framesPerSecond } = sent.get(claim.queueEntry)!;
        await segments.report(claim, { frames: Math.min(frames, claim.frames), framesPerSecond });
      }
      return { draining: isDraining, entries: [...held] };
    },

    async take(worker, instance) {
      if (worker.process?.instance !== instance) throw new Failure('worker/token-in-use');
      if (worker.isDraining || !encodingOfWorkers.success) return null;
      if (!hasSlots(worker, (await countRunning(db, worker)) + 1)) return null;
      const { entries } = await parts.queue();
      for (let tries = 0; tries < maxTries; tries++) {
        const taken = await entries.takeLendable({ heartbeatSeconds });
        if (taken === null) return null;
        const lent = await lend(worker, taken);
        if (lent !== null) return lent;
      }
      return null;
    },

    async findArchive(worker, entry) {
      const { beatmapMd5 } = await requireLentClaim(db, worker, entry);
      const local = await beatmaps.findLocal(beatmapMd5);
      if (local?.from !== 'library' || local.kind !== 'archive') throw new Failure('beatmap/not-found');
      return local.path;
    },

    async maxVideoBytes(worker, entry) {
      const { video, frames } = await requireLentClaim(db, worker, entry);
      return Math.ceil(video.width * video.height * frames * maxBytesPerPixel) + containerBytes;
    },

    async storeVideo(worker, taken, file) {
      const claim = await requireLentClaim(db, worker, taken.id);
      if (claim.isDone) throw new Failure('worker/not-lent');
      const problem = await inspect({ file, frames: claim.frames, fps: claim.video.fps });
      if (problem !== null) {
        log.warn({ jobId: claim.job.id, worker: worker.id, problem }, 'refused a segment of a lent worker');
        await putBack(claim, taken);
        throw new Failure('worker/segment-refused', `The file is not the segment that was lent. ${problem}`);
      }
      await storeOnce({ db, storage }, claim, { file, onFailed: () => putBack(claim, taken) });
    },

    async finish(worker, taken, seconds) {
      const claim = await requireLentClaim(db, worker, taken.id);
      // The answer to an earlier request was lost.
      if (claim.isDone) return;
      if ((await storage.stat(claim.key)) === null) {
        throw new Failure('worker/not-lent', 'The service has no video of this segment.');
      }
      if (!(await endSegment(worker, claim))) {
        // Another request has finished it meanwhile.
        const [current] = await findLentClaims(db, worker, [taken.id]);
        if (current?.isDone) return;
        await storage.delete(claim.key);
        throw new Failure('worker/not-lent');
      }
      await addLogLine(claim, `finished, ${claim.frames} frames in ${seconds.toFixed(0)} s.`);
      await (await parts.queue()).entries.finish(taken);
      await db
        .updateTable('lent_workers')
        .set({
          segments: sql`segments + 1`,
          frames: sql`frames + ${claim.frames}`,
          seconds: sql`seconds + ${seconds}`,
        })
        .where('id', '=', worker.id)
        .execute();
    },

    async giveBack(worker, taken) {
      const claim = await requireLentClaim(db, worker, taken.id);
      if (claim.isDone) throw new Failure('worker/not-lent');
      await addLogLine(claim, 'the lent worker gave it back.');
      await putBack(claim, taken);
    },

    async leave(worker, instance) {
      if (await endPresence(db, worker, instance)) await putBackAll(worker);
    },
  };
}

function hasSlots({ process }: LentWorker, segments: number): boolean {
  return segments <= (process?.slots ?? 0);
}

/** Where the service serves the map of a segment that lies in its library. */
export function beatmapPath(entry: string): string {
  return `/v1/workers/segments/${entry}/beatmap`;
}
