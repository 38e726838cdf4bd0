import { fromKysely, PgBoss } from 'pg-boss';
import type { Log } from '../../log.ts';
import type { Database } from '../database/index.ts';
import type { Claim } from './attempt.ts';
import { requeueLost } from './lost-workers.ts';
import { type Sharing, shareOut } from './share-out.ts';
import { attend, freeSlots, type Presence } from './workers.ts';

/** The queue of renders: pg-boss, in a schema of its own on the same PostgreSQL. */
export interface Queue {
  readonly boss: PgBoss;
  /** Ends a worker's hold on an entry, which nobody may take before so many seconds have passed. */
  putBack(entry: QueueEntry, afterSeconds: number): Promise<void>;
  /** Makes the parts of a job entries of their own, and the job one that waits for them. */
  shareOut(claim: Claim, sharing: Sharing): Promise<boolean>;
  /** Tells the others of a worker that renders so many at a time. */
  attend(slots: number): Promise<Presence>;
  /** Renders that all workers together could begin now. */
  freeSlots(): Promise<number>;
  /** Shows the jobs of lost workers as queued again; says how many. Any process may call it at any time. */
  requeueLost(): Promise<number>;
  stop(): Promise<void>;
}

/** What an entry of the queue of renders is about: a job, or a part of one. */
export interface QueueData {
  readonly job_id: string;
  readonly segment?: number;
}

/** An entry as a worker has taken it: once another has, `retryCount` is another too, and nothing is changed. */
export interface QueueEntry {
  readonly id: string;
  readonly retryCount: number;
}

export const renderQueue = 'render';
export const deadLetterQueue = 'render-dead-letters';

const day = 24 * 60 * 60;

const settings = {
  deadLetter: deadLetterQueue,
  notify: true,
  heartbeatSeconds: 10,
  // Attempts are counted on the job, where errors, outages and lost workers have limits of their own.
  retryLimit: 1_000,
  retryDelay: 1,
  expireInSeconds: day - 1,
  retentionSeconds: 30 * day,
};

/** Creates the queues when they are missing. Any number of processes may do so at once. */
export async function startQueue({ database, log }: { database: Database; log: Log }): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: database.url,
    application_name: 'reprise queue',
    schema: 'pgboss',
    max: 4,
    useListenNotify: true,
    // Nothing here runs by the clock.
    schedule: false,
    // A killed worker's job should run again within seconds; the defaults look once a minute.
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    // So soon are the parts of a job joined.
    flowIntervalSeconds: 1,
  });
  boss.on('error', (err) => log.warn({ err }, 'the queue had an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the queue warns'));
  try {
    await boss.start();
    // A queue must exist before another can name it for its dead letters.
    await boss.createQueue(deadLetterQueue, { retryLimit: 0, retentionSeconds: 365 * day });
    await boss.createQueue(renderQueue, settings);
    // A queue that was there keeps the settings of the version that made it.
    await boss.updateQueue(renderQueue, settings);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  const { db } = database;
  return {
    boss,
    shareOut: (claim, sharing) => shareOut({ db, boss, queue: renderQueue }, claim, sharing),
    attend: (slots) => attend({ db, log }, slots),
    freeSlots: () => freeSlots(db, renderQueue),
    putBack: ({ id, retryCount }, afterSeconds) =>
      db.transaction().execute(async (trx) => {
        const within = { db: fromKysely(trx) };
        await boss.fail(renderQueue, { id, retryCount }, null, within);
        await boss.update(renderQueue, undefined, { id, startAfter: afterSeconds, ...within });
      }),
    requeueLost: () =>
      requeueLost(db, async (entry) => (await boss.getJobById(renderQueue, entry))?.state === 'active'),
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
