import { type Kysely, sql } from 'kysely';
import { artifactKeys } from '../../../contract/index.ts';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import type { QueueEntries } from '../queue/entries.ts';
import { queueEntriesSql } from '../queue/entries-sql.ts';
import { addCheckEntry } from './deliver.ts';
import { addRemakeEntries, deletePurgedRemakes } from './remakes.ts';

/** What a sweep has removed and repeated. */
export interface SweptChecks {
  readonly objects: number;
  readonly entries: number;
}

/** Videos that were completed longer ago are not made again when one of their workers is suspended. */
const deliveriesKeptDays = 30;
/** A segment is stored before its check is recorded. */
const minAgeMs = 60 * 60_000;

interface Parts {
  readonly db: Kysely<Schema>;
  readonly entries: Pick<QueueEntries, 'add'>;
}

/** Removes records of old deliveries and segments without a check, and queues checks and remakes again whose entries are gone. */
export async function sweepChecks(parts: Parts, storage: Storage): Promise<SweptChecks> {
  const { db } = parts;
  await sql`
    delete from lent_segments
    where delivered_at < clock_timestamp() - make_interval(days => ${sql.lit(deliveriesKeptDays)})`.execute(db);
  await deletePurgedRemakes(db);
  const objects = await deleteEndedSegments(db, storage);
  return { objects, entries: (await repeatChecks(parts)) + (await repeatRemakes(parts)) };
}

async function deleteEndedSegments(db: Kysely<Schema>, storage: Storage): Promise<number> {
  const rows = await db.selectFrom('lent_segments').select('id').where('check_result', '=', 'waiting').execute();
  const waiting = new Set(rows.map(({ id }) => artifactKeys.checkedSegment(id)));
  let deleted = 0;
  for await (const { key, lastModified } of storage.list('checks/')) {
    if (waiting.has(key) || Date.now() - lastModified.getTime() < minAgeMs) continue;
    await storage.delete(key);
    deleted++;
  }
  return deleted;
}

/** A restored database has no queue, and a worker of an older version ends entries that it does not know. */
function repeatChecks({ db, entries }: Parts): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; jobId: string; entryId: string }>`
      update lent_segments set check_entry = gen_random_uuid()
      where check_result = 'waiting' and not exists (${liveEntry(sql.ref('check_entry'))})
      returning id, job_id as "jobId", check_entry as "entryId"`.execute(trx);
    for (const check of rows) await addCheckEntry({ trx, entries }, check);
    return rows.length;
  });
}

function repeatRemakes({ db, entries }: Parts): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ jobId: string; entryId: string }>`
      update remakes set queue_entry = gen_random_uuid()
      where given_up_at is null and not exists (${liveEntry(sql.ref('queue_entry'))})
      returning job_id as "jobId", queue_entry as "entryId"`.execute(trx);
    await addRemakeEntries({ trx, entries }, rows);
    return rows.length;
  });
}

const liveEntry = (id: ReturnType<typeof sql.ref>) => sql`
  select from ${sql.raw(queueEntriesSql)} as entries where entries.id = ${id} and state <> 'ended'`;
