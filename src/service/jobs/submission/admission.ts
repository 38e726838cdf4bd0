import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Failure } from '../../../failure.ts';
import { lockInTransaction, type Schema } from '../../database/index.ts';
import { clientOfKey, countActiveJobs } from '../../keys/index.ts';
import { type Job, jobOfRow, type PlaySummary, storedPlayers } from '../job.ts';
import { findJob, findRetry } from '../queries.ts';
import { isKeyItself } from '../requester.ts';
import { refuseRestricted } from '../restrictions/refuse-restricted.ts';
import { withoutNul } from '../storable-text.ts';
import { readTotals } from '../totals.ts';
import { findOrCreateSet } from '../uploads/uploaded-sets.ts';
import { leaseExpiry, renewLease } from './outbox-lease.ts';
import type { JobLimits, Submission } from './submission.ts';

/** The job of a submission, which an earlier try may have inserted. */
export interface Admission {
  readonly job: Job;
  /** Whether its replay is stored, or another submission stores it. */
  readonly isStored: boolean;
}

/**
 * Makes checks 5 to 9 of the specification: inserts a queued job and its leased event, or throws if the service is in
 * maintenance, the client or a player is blocked, or a limit is reached.
 * The transaction locks the client, so that two submissions cannot both count the client's jobs before either inserts one.
 * It also locks the total of queued jobs before it decides, so that the queue cannot outgrow its limit.
 */
export function admitJob(db: Kysely<Schema>, limits: JobLimits, submission: Submission): Promise<Admission> {
  return db.transaction().execute(async (trx) => {
    const { id = randomUUID(), retryOf = null, beatmapSet = null } = submission;
    const earlier = await findJob(trx, id);
    if (earlier !== null) return readmit(trx, earlier);
    const { client, keyId = null, replay, otherPlayers = [] } = submission;
    const players = [replay.player, ...otherPlayers.map(({ player }) => player)];
    await refuseRestricted(trx, { client, keyId, players });
    const totals = await readTotals(trx);
    refuseFullQueue(totals.queued, limits);
    if (totals.downloading + totals.rendering >= limits.maxRendering) {
      throw new Failure('limit/at-capacity');
    }
    await lockClient(trx, submission);
    const retry = retryOf === null ? null : await findRetry(trx, { of: retryOf, beatmapSet });
    if (retry !== null) return { job: retry, isStored: true };
    await refuseTooManyActive(trx, limits, submission);
    const beatmapSetId = beatmapSet && (await findOrCreateSet(trx, beatmapSet, id));
    refuseFullQueue(await lockQueuedTotal(trx), limits);
    return { job: await insertJobWithEvent(trx, submission, { id, beatmapSetId }), isStored: false };
  });
}

/** A process that died before the replay was stored leaves the event under its lease, until the sweep fails the job. */
async function readmit(trx: Transaction<Schema>, job: Job): Promise<Admission> {
  if (job.error?.code === 'upload/failed') throw new Failure('upload/failed');
  return { job, isStored: !(await renewLease(trx, job.id)) };
}

/** Locks the client, or its key with all users, until the transaction ends. */
function lockClient(trx: Transaction<Schema>, { client, keyId = null }: Submission): Promise<void> {
  return lockInTransaction(trx, 'admission', keyId === null ? client : clientOfKey(keyId));
}

/**
 * A key has its own limit; each of its users also has that of a client without a key. Also increments the key's
 * submissions; if the submission is refused, the rollback undoes that.
 */
async function refuseTooManyActive(
  trx: Transaction<Schema>,
  { maxActivePerClient }: JobLimits,
  { client, keyId = null }: Submission,
): Promise<void> {
  const isKey = isKeyItself({ client, keyId });
  if (!isKey && (await countActive(trx, client)) >= maxActivePerClient) throw tooManyActive('You', maxActivePerClient);
  if (keyId === null) return;
  const { max_active: max } = await trx
    .updateTable('keys')
    .set((eb) => ({ submissions: eb('submissions', '+', 1) }))
    .where('id', '=', keyId)
    .returning('max_active')
    .executeTakeFirstOrThrow();
  if ((await countActiveJobs(trx, keyId)) >= max) throw tooManyActive(isKey ? 'You' : 'This key', max);
}

function tooManyActive(owner: 'You' | 'This key', limit: number): Failure {
  const have = owner === 'You' ? 'You already have' : 'This key already has';
  return new Failure('limit/active-jobs', `${have} ${limit} active render ${limit === 1 ? 'job' : 'jobs'}.`);
}

function refuseFullQueue(queued: number, limits: JobLimits): void {
  if (queued >= limits.maxQueued) throw new Failure('limit/queue-full');
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

async function lockQueuedTotal(trx: Transaction<Schema>): Promise<number> {
  const { total } = await trx
    .selectFrom('job_totals')
    .select('total')
    .where('status', '=', 'queued')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return total;
}

async function insertJobWithEvent(
  trx: Transaction<Schema>,
  submission: Submission,
  { id, beatmapSetId }: { id: string; beatmapSetId: string | null },
): Promise<Job> {
  const { client, keyId = null, retryOf = null, callbackUrl = null, metadata = null, cost = 1 } = submission;
  const { options, replay, otherPlayers = [], beatmapSet = null } = submission;
  const row = await trx
    .with('event', (qb) =>
      qb.insertInto('outbox').values({
        job_id: id,
        event: 'render_job_created',
        payload: JSON.stringify({ job_id: id }),
        held_until: leaseExpiry,
      }),
    )
    .insertInto('jobs')
    .values({
      id,
      client,
      key_id: keyId,
      retry_of: retryOf,
      cost,
      callback_url: callbackUrl,
      metadata: metadata === null ? null : JSON.stringify(metadata),
      options: JSON.stringify(options),
      beatmap_md5: withoutNul(replay.beatmapMd5),
      beatmap_sha256: beatmapSet?.sha256 ?? null,
      beatmap_set_id: beatmapSetId,
      player: withoutNul(replay.player),
      n300: replay.n300,
      n100: replay.n100,
      n50: replay.n50,
      misses: replay.misses,
      max_combo: replay.maxCombo,
      replay_sha256: replay.sha256,
      replay_md5: replay.md5,
      ...(replay.play && playColumns(replay.play)),
      other_players: storedPlayers(otherPlayers),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return jobOfRow(row);
}

function playColumns({ mods, speed, grade, accuracy, score, playedAt, gameClient }: PlaySummary) {
  return {
    mods: mods.map(withoutNul),
    clock_rate: speed,
    grade,
    accuracy,
    score,
    played_at: playedAt,
    game_client: gameClient,
  };
}
