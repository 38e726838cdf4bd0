import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Failure } from '../../failure.ts';
import { type JobStatus, lockInTransaction, type Schema } from '../database/index.ts';
import { holdUntil } from './hold.ts';
import { type Job, jobOfRow } from './job.ts';
import type { JobLimits, Submission } from './jobs.ts';
import { printable } from './printable.ts';

const maxActivePerClient = 2;

/**
 * Steps 5 to 9 of a submission: a queued job and its held event, or the first limit that is reached. The client's lock
 * is held to the end of the transaction, so its jobs cannot be counted twice at once; the total of queued jobs is
 * locked from its second, decisive look on, so the queue cannot grow past its limit between look and insert.
 */
export function admitJob(db: Kysely<Schema>, limits: JobLimits, submission: Submission): Promise<Job> {
  return db.transaction().execute(async (trx) => {
    const totals = await readTotals(trx);
    refuseFullQueue(totals.queued, limits);
    if (totals.downloading + totals.rendering >= limits.maxRendering) {
      throw new Failure('limit/at-capacity');
    }
    await lockInTransaction(trx, 'admission', submission.client);
    if ((await countActive(trx, submission.client)) >= maxActivePerClient) throw new Failure('limit/active-jobs');
    refuseFullQueue(await lockQueued(trx), limits);
    return insertJobWithEvent(trx, submission);
  });
}

function refuseFullQueue(queued: number, limits: JobLimits): void {
  if (queued >= limits.maxQueued) throw new Failure('limit/queue-full');
}

export async function readTotals(db: Kysely<Schema>): Promise<Record<JobStatus, number>> {
  const rows = await db.selectFrom('job_totals').select(['status', 'total']).execute();
  return Object.fromEntries(rows.map(({ status, total }) => [status, total])) as Record<JobStatus, number>;
}

async function countActive(trx: Transaction<Schema>, client: string): Promise<number> {
  const { active } = await trx
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('active'))
    .where('client', '=', client)
    .where(sql<boolean>`status in ('queued', 'downloading', 'rendering')`)
    .executeTakeFirstOrThrow();
  return active;
}

async function lockQueued(trx: Transaction<Schema>): Promise<number> {
  const { total } = await trx
    .selectFrom('job_totals')
    .select('total')
    .where('status', '=', 'queued')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return total;
}

async function insertJobWithEvent(trx: Transaction<Schema>, submission: Submission): Promise<Job> {
  const { client, options, replay, beatmapSha256 } = submission;
  const id = randomUUID();
  const row = await trx
    .with('event', (qb) =>
      qb.insertInto('outbox').values({
        job_id: id,
        event: 'render_job_created',
        payload: JSON.stringify({ job_id: id }),
        held_until: holdUntil,
      }),
    )
    .insertInto('jobs')
    .values({
      id,
      client,
      options: JSON.stringify(options),
      beatmap_md5: printable(replay.beatmapMd5),
      beatmap_sha256: beatmapSha256 ?? null,
      player: printable(replay.player),
      n300: replay.n300,
      n100: replay.n100,
      n50: replay.n50,
      misses: replay.misses,
      max_combo: replay.maxCombo,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return jobOfRow(row);
}
