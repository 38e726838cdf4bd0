import type { Kysely } from 'kysely';
import type { Log } from '../../../log.ts';
import { channels, type Database, type Schema } from '../../database/index.ts';
import type { Queue } from '../queue/queue.ts';

/** Moves released events from the outbox into the queue. Any number of relays may run at the same time. */
export interface Relay {
  stop(): Promise<void>;
}

const batchSize = 50;
/** Polling is only a safety net: notifications wake the relay within milliseconds. */
const pollEveryMs = 5_000;

type EntryQueue = Pick<Queue, 'entries'>;

export async function startRelay({
  database,
  queue,
  log,
}: {
  database: Database;
  queue: EntryQueue;
  log: Log;
}): Promise<Relay> {
  let isStopped = false;
  let running: Promise<void> | null = null;
  let isPending = false;

  function wake(): void {
    if (isStopped) return;
    isPending = true;
    running ??= run().finally(() => {
      running = null;
    });
  }

  async function run(): Promise<void> {
    while (isPending && !isStopped) {
      isPending = false;
      try {
        while (!isStopped && (await moveEvents(database.db, queue)) === batchSize);
      } catch (err) {
        log.warn({ err }, 'the relay could not move events into the queue; it will retry');
      }
    }
  }

  const poll = setInterval(wake, pollEveryMs);
  const subscription = await database
    .listen({ channel: channels.outbox, onNotify: wake, onConnect: wake })
    .catch((error) => {
      clearInterval(poll);
      throw error;
    });
  return {
    async stop() {
      isStopped = true;
      clearInterval(poll);
      await subscription.close();
      await running;
    },
  };
}

/** Deletes events and adds their entries in one transaction: even if a process is killed, each event is moved once. */
function moveEvents(db: Kysely<Schema>, { entries }: EntryQueue): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const events = await trx
      .deleteFrom('outbox')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('outbox')
          .select('id')
          .where('held_until', 'is', null)
          .orderBy('id')
          .limit(batchSize)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'payload'])
      .execute();
    for (const { payload } of events.sort((a, b) => a.id - b.id)) await entries.add(trx, payload);
    return events.length;
  });
}
