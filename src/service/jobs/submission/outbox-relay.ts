import { type Kysely, sql } from 'kysely';
import type { Log } from '../../../log.ts';
import { channels, type Database, type Schema } from '../../database/index.ts';
import type { Queue } from '../queue/queue.ts';
import { giveTurn } from '../turns/give-turn.ts';

/** Moves released events from the outbox into the queue. Any number of relays may run at the same time. */
export interface Relay {
  stop(): Promise<void>;
}

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
        while (!isStopped && (await moveEvent(database.db, queue)));
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

/**
 * Deletes the oldest event and adds its entry in one transaction: even if a process is killed, each event is moved once. The
 * queue orders entries of equal turn by the time of their transaction, so each event has its own. It does not wait for the
 * disk: after a crash of the database, the event is still in the outbox. Returns false when there was none.
 */
function moveEvent(db: Kysely<Schema>, { entries }: EntryQueue): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    const event = await trx
      .deleteFrom('outbox')
      .where('id', '=', (eb) =>
        eb
          .selectFrom('outbox')
          .select('id')
          .where('held_until', 'is', null)
          .orderBy('id')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning('payload')
      .executeTakeFirst();
    if (event === undefined) return false;
    await entries.add(trx, event.payload, await giveTurn(trx, event.payload.job_id));
    return true;
  });
}
