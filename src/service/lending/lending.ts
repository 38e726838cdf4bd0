import { sql } from 'kysely';
import type { HeartbeatAnswer, HeartbeatBody, LentSegment } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import type { LendingParts, TakenSegment } from './lending-parts.ts';
import { findLentClaims, type LentClaim, requireLentClaim } from './lent-claims.ts';
import type { LentWorker } from './lent-worker.ts';
import { findAccepted } from './lent-workers.ts';
import { endPresence, recordPresence } from './presence.ts';
import { putBack, putBackAll } from './put-back.ts';
import { addLogLine } from './segment-log.ts';
import { storeOnce } from './store-once.ts';
import { requireInstance, takeSegment } from './take-segment.ts';
import { createWaitingTakes } from './waiting-takes.ts';

/** What lent workers do. Each of these checks that the segment is lent to the worker: throws `worker/not-lent`. */
export interface Lending {
  /** Throws `worker/token-in-use`. */
  heartbeat(worker: LentWorker, body: HeartbeatBody): Promise<HeartbeatAnswer>;
  /**
   * Lends the next segment to a worker with a free slot, for which it waits at most `waitMs`; null: there is none. A segment that
   * is returned after `gone` has aborted must be given back.
   */
  take(
    worker: LentWorker,
    request: { readonly instance: string; readonly waitMs: number; readonly gone: AbortSignal },
  ): Promise<LentSegment | null>;
  /** Answers the requests that wait for a segment. Later ones do not wait. */
  stopWaiting(): void;
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

/** A worker sends no more than four bits per pixel; what x264 makes of our pictures has a tenth of it. */
const maxBytesPerPixel = 0.5;
const containerBytes = 1024 * 1024;

/** A worker that sends heartbeats and never finishes must not stop a job for long. A machine that is slower is no help. */
const maxLentSeconds = (frames: number) => 120 + frames / 2;
/** Proxies give up after 30 seconds or more. */
const maxWaitMs = 15_000;

export function createLending(parts: LendingParts): Lending {
  const { db, jobs, storage, beatmaps, inspect, log } = parts;
  const { segments } = jobs;
  const waitingTakes = createWaitingTakes<LentSegment>({
    countFree: async (max) => (await parts.queue()).entries.countLendable(max),
    log,
  });

  /** A worker may have been drained, revoked or replaced, or may have vanished, since it sent its request. */
  async function takeAfterWait(id: string, instance: string) {
    const { worker, isAway } = await findAccepted(db, { id });
    return isAway ? 'refused' : takeSegment(parts, worker, instance);
  }

  async function endSegment(worker: LentWorker, claim: LentClaim): Promise<boolean> {
    if (worker.isTrusted) return segments.finish(claim);
    return (await parts.queue()).checks.deliver(claim, { workerId: worker.id, storage, share: parts.checkShare });
  }

  return {
    async heartbeat(worker, body) {
      const sent = new Map(body.segments.map((segment) => [segment.entry, segment]));
      const claims = sent.size === 0 ? [] : await findLentClaims(db, worker, [...sent.keys()]);
      const running = claims.filter(({ isDone }) => !isDone);
      const { isDraining, isNew } = await recordPresence(db, worker, {
        heartbeat: body,
        jobIds: running.map(({ job }) => job.id),
      });
      // A worker that stops to take segments does not wait for the answer; a segment would come too late.
      waitingTakes.limit(worker.id, isNew || isDraining ? 0 : body.slots);
      if (isNew) await putBackAll(parts, worker);
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

    async take(worker, { instance, waitMs, gone }) {
      if (waitMs === 0) {
        const taken = await takeSegment(parts, worker, instance);
        return typeof taken === 'object' ? taken : null;
      }
      requireInstance(worker, instance);
      return waitingTakes.wait({
        worker: worker.id,
        maxOfWorker: worker.isDraining ? 0 : (worker.process?.slots ?? 0),
        waitMs: Math.min(waitMs, maxWaitMs),
        gone,
        attempt: () => takeAfterWait(worker.id, instance),
      });
    },

    stopWaiting: () => waitingTakes.close(),

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
        await putBack(parts, claim, taken);
        throw new Failure('worker/segment-refused', `The file is not the segment that was lent. ${problem}`);
      }
      await storeOnce({ db, storage }, claim, { file, onFailed: () => putBack(parts, claim, taken) });
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
      await addLogLine(parts, claim, `finished, ${claim.frames} frames in ${seconds.toFixed(0)} s.`);
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
      await addLogLine(parts, claim, 'the lent worker gave it back.');
      await putBack(parts, claim, taken);
    },

    async leave(worker, instance) {
      if (await endPresence(db, worker, instance)) await putBackAll(parts, worker);
    },
  };
}
