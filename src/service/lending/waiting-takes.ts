import { limitConcurrency } from '../../limit-concurrency.ts';
import type { Log } from '../../log.ts';

/** A request for a segment that waits until there is one. */
export interface WaitingTake<T> {
  readonly worker: string;
  /** How many requests of this worker may wait. One more ends the oldest. */
  readonly maxOfWorker: number;
  readonly waitMs: number;
  /** Aborts when the client has disconnected. */
  readonly gone: AbortSignal;
  /** Tries to take a segment. `none`: there is none; `refused`: the worker may have none now. */
  readonly attempt: () => Promise<T | 'none' | 'refused'>;
}

/** The requests for segments that wait in this process. They get segments in the order in which they came. */
export interface WaitingTakes<T> {
  /**
   * Resolves with a segment, or with null if the wait ends without one. A segment that is taken while the wait ends is
   * returned, also when the client has disconnected.
   */
  wait(take: WaitingTake<T>): Promise<T | null>;
  /** Ends the wait of the oldest requests of a worker, so that no more than `max` are left. */
  limit(worker: string, max: number): void;
  /** Ends all waits; later requests do not wait. */
  close(): void;
}

export interface WaitingTakesOptions {
  /** Counts the segments that could be taken, up to `max`. */
  readonly countFree: (max: number) => Promise<number>;
  readonly log: Log;
}

/** How often to look for segments while a request waits. All requests share the look. */
export const lookEveryMs = 250;
/** Each attempt needs a connection to the database, which the other requests need, too. */
const maxAttempts = 5;

interface Place {
  readonly worker: string;
  isTrying: boolean;
  /** Tries to take a segment for it. Never rejects. */
  readonly attempt: () => Promise<void>;
  readonly end: () => void;
}

export function createWaitingTakes<T extends object>({ countFree, log }: WaitingTakesOptions): WaitingTakes<T> {
  /** In the order in which they came. */
  const places = new Set<Place>();
  const limited = limitConcurrency(maxAttempts);
  let isLooking = false;
  let isClosed = false;

  const idlePlaces = () => [...places].filter(({ isTrying }) => !isTrying);

  async function look(): Promise<void> {
    const found = await countFree(places.size).catch((err) => {
      log.debug({ err }, 'could not look for segments that can be lent');
      return 0;
    });
    const idle = idlePlaces();
    // Each attempt that runs takes one of those that were found, or has taken one before.
    const trying = places.size - idle.length;
    for (const place of idle.slice(0, Math.max(0, found - trying))) void place.attempt();
  }

  function startLooking(): void {
    if (isLooking || idlePlaces().length === 0) return;
    isLooking = true;
    void look().finally(() => {
      setTimeout(() => {
        isLooking = false;
        startLooking();
      }, lookEveryMs).unref();
    });
  }

  function limit(worker: string, max: number): void {
    const own = idlePlaces().filter((place) => place.worker === worker);
    for (const place of own.slice(0, Math.max(0, own.length - max))) place.end();
  }

  return {
    wait: ({ worker, maxOfWorker, waitMs, gone, attempt }) =>
      new Promise((resolve, reject) => {
        if (isClosed || gone.aborted || maxOfWorker < 1) {
          resolve(null);
          return;
        }
        let isOver = false;
        const place: Place = {
          worker,
          isTrying: false,
          end() {
            isOver = true;
            // A running attempt may have taken a segment already: its result counts.
            if (!place.isTrying) leave(() => resolve(null));
          },
          async attempt() {
            place.isTrying = true;
            try {
              const result = await limited(async () => (isOver ? 'refused' : attempt()));
              if (result !== 'none') leave(() => resolve(typeof result === 'object' ? result : null));
            } catch (error) {
              leave(() => reject(error));
            }
            place.isTrying = false;
            if (isOver) place.end();
            startLooking();
          },
        };
        const timer = setTimeout(place.end, waitMs);
        function leave(settle: () => void): void {
          clearTimeout(timer);
          gone.removeEventListener('abort', place.end);
          places.delete(place);
          settle();
        }
        gone.addEventListener('abort', place.end);
        limit(worker, maxOfWorker - 1);
        places.add(place);
        startLooking();
      }),
    limit,
    close() {
      isClosed = true;
      for (const place of places) place.end();
    },
  };
}
