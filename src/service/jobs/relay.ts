import type { Kysely } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Log } from '../../log.ts';
import { channels, type Database, type Schema } from '../database/index.ts';
import { renderQueue } from './queue.ts';

/** Moves released events from the outbox into the queue. Any number of relays may run at once. */
export interface Relay {
  stop(): Promise<void>;
}

const batchSize = 50;
/** Only the safety net: notifications wake the relay within milliseconds. */
const pollEveryMs = 5_000;

export async function startRelay({
  database,
  boss,
  log,
}: {
  database: Database;
  boss: PgBoss;
  log: Log;
}): Promise<Relay> {
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;

  function wake(): void {
    if (stopped) return;
    again = true;
    running ??= run().finally(() => {
      running = null;
    });
  }

  async function run(): Promise<void> {
    while (again && !stopped) {
      again = false;
      try {
        while (!stopped && (await moveEvents(database.db, boss)) === batchSize);
      } catch (err) {
        log.warn({ err }, 'the relay could not move events to the queue; it tries again');
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
      stopped = true;
      clearInterval(poll);
      await subscription.close();
      await running;
    },
  };
}

/** Deleting here and sending there commit together: an event reaches the queue exactly once, whoever is killed. */
function moveEvents(db: Kysely<Schema>, boss: PgBoss): Promise<number> {
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
    for (const { payload } of events.sort((a, b) => a.id - b.id)) {
      const id = await boss.send(renderQueue, payload, { db: fromKysely(trx) });
      if (id === null) throw new Error('The queue did not take an event.');
    }
    return events.length;
  });
}
