import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type HeartbeatBody, heartbeatAnswer, type LentSegment, takeAnswer } from '../../../contract/index.ts';
import type { Log } from '../../../log.ts';
import { rejectOnAbort } from '../../../reject-on-abort.ts';
import { createDrainState } from '../../jobs/index.ts';
import type { EntrySource } from '../run-slots.ts';
import type { ClaimedSegment, ClaimedSegments } from './claimed-segments.ts';
import { isWorkerRefused, type ServiceClient } from './service-client.ts';

/** Takes segments from a service, with heartbeats. */
export interface LentSource extends EntrySource {
  /** Rejects when the service refuses the worker: its token is revoked, or its protocol is another. Never resolves. */
  readonly refused: Promise<never>;
  /** Gives back what is left. */
  leave(): Promise<void>;
}

export interface LentSourceOptions {
  readonly client: ServiceClient;
  readonly claimed: ClaimedSegments;
  readonly cores: number;
  /** Ends the wait for a service that does not answer. */
  readonly stopping: AbortSignal;
  readonly log: Log;
}

const heartbeatEveryMs = 2_000;
/** The service has given the segments to other workers by then. */
const lostAfterMs = 20_000;
/** How long the service may hold a request for a segment. */
const takeWaitSeconds = 15;
/** At least between two such requests: a service of an older release answers at once. */
const takeEveryMs = 500;

export function createLentSource({ client, claimed, cores, stopping, log }: LentSourceOptions): LentSource {
  const instance = randomUUID();
  const drainState = createDrainState(log);
  let slots = 0;
  let version = '';
  let answeredAt = performance.now();
  /** Ends the requests for segments that the service still holds. */
  const leaving = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | null = null;
  let refuse = (_: Error) => {};
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  refused.catch(() => {});

  async function sendHeartbeat(): Promise<void> {
    const sentAt = performance.now();
    const segments = [...claimed.values()].map(({ lent, progress }) => ({
      entry: lent.entry,
      retry_count: lent.retry_count,
      frames: progress.frames,
      frames_per_second: progress.framesPerSecond,
    }));
    const body: HeartbeatBody = { instance, version, cores, slots, segments };
    const answer = await client.post('/v1/workers/heartbeat', body, heartbeatAnswer);
    answeredAt = performance.now();
    const kept = new Set(answer.entries);
    for (const segment of claimed.values()) {
      // One that was taken since the heartbeat was sent is not in the answer.
      if (segment.startedAt < sentAt && !kept.has(segment.lent.entry)) abandon(segment);
    }
    drainState.set(answer.draining);
  }

  /** A service that restarts, or that has not noticed yet that the last process with this token is gone, accepts it later. */
  async function connect(): Promise<void> {
    for (;;) {
      try {
        return await sendHeartbeat();
      } catch (error) {
        if (stopping.aborted || isWorkerRefused(error)) throw error;
        log.warn({ err: error }, 'the service does not accept this worker yet');
        await sleep(heartbeatEveryMs, undefined, { signal: stopping });
      }
    }
  }

  function abandon({ lent, lost }: ClaimedSegment): void {
    claimed.delete(lent.entry);
    lost.abort(new Error('The segment is not lent to this worker any more.'));
  }

  function beat(): Promise<void> {
    beating ??= sendHeartbeat()
      .catch((error) => {
        if (isWorkerRefused(error)) {
          for (const segment of [...claimed.values()]) abandon(segment);
          refuse(error);
        }
        log.warn({ err: error }, 'the service did not accept a heartbeat');
        if (performance.now() - answeredAt > lostAfterMs) for (const segment of [...claimed.values()]) abandon(segment);
      })
      .finally(() => {
        beating = null;
      });
    return beating;
  }

  async function requestSegment(): Promise<LentSegment | null> {
    const body = { instance, wait_seconds: takeWaitSeconds };
    const options = { waitMs: takeWaitSeconds * 1_000, signal: leaving.signal };
    return (await client.post('/v1/workers/take', body, takeAnswer, options)).segment;
  }

  /** Rejects at once when the signal aborts. A segment that arrives afterwards is given back. */
  async function take(ending: AbortSignal): Promise<ClaimedSegment | null> {
    const request = requestSegment();
    const lent = await rejectOnAbort(request, ending).catch((error) => {
      if (ending.aborted) giveBackLate(request);
      throw error;
    });
    if (lent === null) return null;
    const segment: ClaimedSegment = {
      lent,
      startedAt: performance.now(),
      progress: { frames: 0, framesPerSecond: null },
      lost: new AbortController(),
    };
    claimed.set(lent.entry, segment);
    return segment;
  }

  function giveBackLate(request: Promise<LentSegment | null>): void {
    request
      .then(async (lent) => {
        if (lent === null) return;
        const { entry, retry_count: retryCount } = lent;
        await client.post(`/v1/workers/segments/${entry}/give-back?retry_count=${retryCount}`, {}, z.object({}));
      })
      .catch((err) => log.debug({ err }, 'a request for a segment that was given up has failed'));
  }

  return {
    refused,
    async registerWorker(description) {
      version = description.version;
      await connect();
      timer = setInterval(() => void beat(), heartbeatEveryMs);
      return {
        setSlots(changed) {
          if (slots === changed) return;
          slots = changed;
          void beat();
        },
        untilDrained: drainState.untilDrained,
        untilResumed: drainState.untilResumed,
        // Renders continue for a while, and their segments need heartbeats.
        async end() {
          slots = 0;
        },
      };
    },
    async work(handle) {
      const ending = new AbortController();
      async function run(): Promise<void> {
        while (!ending.signal.aborted) {
          let nextAt = performance.now() + takeEveryMs;
          const segment = await take(ending.signal).catch((err) => {
            nextAt = performance.now() + takeEveryMs;
            log.debug({ err }, 'no segment could be taken');
            return null;
          });
          if (segment === null) {
            const pauseMs = Math.max(0, nextAt - performance.now());
            await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => {});
            continue;
          }
          const { entry: id, retry_count: retryCount, job } = segment.lent;
          const payload = { job_id: job.id, segment: segment.lent.segment.number };
          try {
            await handle({ id, retryCount, payload }, segment.lost.signal);
          } catch (err) {
            log.warn({ err }, 'a segment could not be handled');
          } finally {
            claimed.delete(id);
          }
        }
      }
      const running = run();
      return {
        async stop() {
          ending.abort();
          await running;
        },
      };
    },
    // Giving back a segment has put it back.
    async putBack() {},
    async leave() {
      clearInterval(timer);
      leaving.abort(new Error('The worker stops.'));
      await beating;
      await client.post('/v1/workers/leave', { instance }, z.object({})).catch((err) => {
        log.debug({ err }, 'could not tell the service that the worker stops');
      });
    },
  };
}
