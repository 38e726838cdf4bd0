import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Log } from '../../../log.ts';
import type { Database } from '../../database/index.ts';
import type { Claim } from '../attempts/attempt.ts';
import { showLostJobsAsQueued } from '../attempts/show-lost-jobs-as-queued.ts';
import { type Checks, createChecks } from '../checks/checks.ts';
import { enqueueSegments, type SplitPlan } from '../segments/enqueue-segments.ts';
import { createDeadLetters, type DeadLetters } from './dead-letters.ts';
import {
  createEntries,
  findActiveEntries,
  type QueueEntries,
  type QueuePayload,
  recordTaken,
  type TakenEntry,
} from './entries.ts';
import { createAddFlow } from './flow.ts';
import { deadLetterQueue, renderQueue, schemaName } from './names.ts';
import { countFreeSlots, registerWorker, type WorkerDescription, type WorkerRegistration } from './worker-registry.ts';

/** The queue of renders. pg-boss keeps it in its own schema of the same PostgreSQL; only this folder knows pg-boss. */
export interface Queue {
  /** Takes one entry after another until stopped, with heartbeats. An entry ends when its handler resolves. */
  work(handle: EntryHandler): Promise<QueueConsumer>;
  /** Replaces the entry of a job by entries for its segments and one that joins them. False: the claim is not current. */
  splitJob(claim: Claim, plan: SplitPlan): Promise<boolean>;
  /** Registers a worker; `runningJobs` returns the job of each of its current renders. */
  registerWorker(worker: WorkerDescription, runningJobs: () => readonly string[]): Promise<WorkerRegistration>;
  /** Counts the renders that all live workers together could start now. */
  countFreeSlots(): Promise<number>;
  /** Shows the jobs of lost workers as queued and returns how many there were. Any process may call it at any time. */
  showLostJobsAsQueued(): Promise<number>;
  readonly entries: QueueEntries;
  readonly checks: Checks;
  readonly deadLetters: DeadLetters;
  stop(): Promise<void>;
}

/** The signal aborts when the queue gives the entry to another worker. */
export type EntryHandler = (entry: TakenEntry, signal: AbortSignal) => Promise<void>;

export interface QueueConsumer {
  /** Takes no more entries, and resolves when the handler has ended. */
  stop(): Promise<void>;
}

const secondsPerDay = 24 * 60 * 60;

const settings = {
  deadLetter: deadLetterQueue,
  notify: true,
  heartbeatSeconds: 10,
  // Attempts are counted on the job, which has separate limits for errors, outages and lost workers.
  retryLimit: 1_000,
  retryDelay: 1,
  expireInSeconds: secondsPerDay - 1,
  retentionSeconds: 30 * secondsPerDay,
};

export interface QueueOptions {
  readonly database: Database;
  readonly log: Log;
  /**
   * Whether this process detects lost workers and unblocks entries for all others. One is enough, and with many workers the
   * queries of each would only find that another has just done it.
   */
  readonly supervises?: boolean;
}

/** Starts pg-boss and creates the queues if they are missing. Any number of processes may do so at the same time. */
export async function startQueue({ database, log, supervises = true }: QueueOptions): Promise<Queue> {
  const boss = await startPgBoss({ database, log, supervises });
  const { db } = database;
  const addFlow = createAddFlow(boss);
  const entries = createEntries(boss, db);
  return {
    work: (handle) => work({ boss, db, log }, handle),
    splitJob: (claim, plan) => enqueueSegments({ db, addFlow }, claim, plan),
    registerWorker: (worker, runningJobs) => registerWorker({ db, log }, worker, runningJobs),
    countFreeSlots: () => countFreeSlots(db),
    showLostJobsAsQueued: () => showLostJobsAsQueued(db, (ids) => findActiveEntries(db, ids)),
    entries,
    checks: createChecks({ db, entries }),
    deadLetters: createDeadLetters(boss),
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

async function startPgBoss({ database, log, supervises }: Required<QueueOptions>): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: database.url,
    application_name: 'reprise queue',
    schema: schemaName,
    max: 4,
    useListenNotify: true,
    // We use no scheduled jobs.
    schedule: false,
    supervise: supervises,
    // A killed worker's job should run again within seconds; by default pg-boss looks once a minute.
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    // How soon the entry that joins the segments of a job is unblocked.
    flowIntervalSeconds: 1,
  });
  boss.on('error', (err) => log.warn({ err }, 'the queue reported an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the queue reported a warning'));
  try {
    await boss.start();
    // The dead letter queue must exist before the render queue can refer to it.
    await boss.createQueue(deadLetterQueue, { retryLimit: 0, retentionSeconds: 365 * secondsPerDay });
    await boss.createQueue(renderQueue, settings);
    // An existing queue keeps the settings of the version that created it.
    await boss.updateQueue(renderQueue, settings);
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
}

async function work(
  { boss, db, log }: { boss: PgBoss; db: Database['db']; log: Log },
  handle: EntryHandler,
): Promise<QueueConsumer> {
  const consumer = await boss.work(
    renderQueue,
    {
      batchSize: 1,
      includeMetadata: true,
      heartbeatRefreshSeconds: 3,
      pollingIntervalSeconds: 1,
      // New entries are notified at once; entries that were put back are only found by polling.
      notifyPollingIntervalSeconds: 1,
    },
    async (taken: JobWithMetadata<QueuePayload>[]) => {
      for (const { id, retryCount, data, priority, signal } of taken) {
        await recordTaken(db, { priority, payload: data }).catch((err) =>
          // The next entry makes up for it.
          log.debug({ err }, 'the turn of an entry could not be recorded'),
        );
        await handle({ id, retryCount, payload: data }, signal);
      }
    },
  );
  return { stop: () => boss.offWork(renderQueue, { id: consumer, wait: true }) };
}
