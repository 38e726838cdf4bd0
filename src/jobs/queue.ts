import { PgBoss } from 'pg-boss';
import type { Database } from '../database/index.ts';
import type { Log } from '../log.ts';

/** The queue of renders: pg-boss, in a schema of its own on the same PostgreSQL. */
export interface Queue {
  readonly boss: PgBoss;
  stop(): Promise<void>;
}

export const renderQueue = 'render';
export const deadLetterQueue = 'render-dead-letters';

const day = 24 * 60 * 60;

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
  });
  boss.on('error', (err) => log.warn({ err }, 'the queue had an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the queue warns'));
  try {
    await boss.start();
    // A queue must exist before another can name it for its dead letters.
    await boss.createQueue(deadLetterQueue, { retryLimit: 0, retentionSeconds: 365 * day });
    await boss.createQueue(renderQueue, {
      deadLetter: deadLetterQueue,
      notify: true,
      heartbeatSeconds: 10,
      // Attempts are counted on the job, where errors and lost workers have limits of their own.
      retryLimit: 20,
      retryDelay: 1,
      expireInSeconds: day - 1,
      retentionSeconds: 30 * day,
    });
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return { boss, stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}
