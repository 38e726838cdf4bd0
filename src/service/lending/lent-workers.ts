import { type Kysely, sql, type UpdateObject } from 'kysely';
import { Failure } from '../../failure.ts';
import type { Schema } from '../database/index.ts';
import { bestMatchFirst, hashOfToken, isToken, newPublicId, newToken } from '../keys/index.ts';
import { goneAfterSeconds, type LentWorker, lentWorkerOfRow } from './lent-worker.ts';

/** A new lent worker with its token, which is shown once. */
export interface NewLentWorker {
  readonly worker: LentWorker;
  readonly token: string;
}

/** The workers that people lend. */
export interface LentWorkers {
  /** Throws `worker/name-taken` if there is a worker with this name that is not revoked. */
  add(name: string, options: { readonly isTrusted: boolean }): Promise<NewLentWorker>;
  /** Lists all workers: revoked ones last, otherwise by name. */
  list(): Promise<LentWorker[]>;
  /** Finds a worker by its id or its name, also a revoked one. Throws `worker/not-found`. */
  get(idOrName: string): Promise<LentWorker>;
  /** Refuses its token for good. Its segments return to the queue when their heartbeats end. Returns the worker. */
  revoke(idOrName: string): Promise<LentWorker>;
  /** Starts or ends draining. Ending it also ends a suspension. */
  drain(idOrName: string, isDraining: boolean): Promise<LentWorker>;
  /**
   * Finds the worker that sends a token. Throws `worker/unknown-token` or `worker/suspended`. Nothing is cached, so a
   * revocation takes effect at once.
   */
  findByToken(token: string): Promise<LentWorker>;
}

export function createLentWorkers(db: Kysely<Schema>): LentWorkers {
  async function update(idOrName: string, change: UpdateObject<Schema, 'lent_workers'>): Promise<LentWorker> {
    const { id } = await findWorker(db, idOrName);
    await db.updateTable('lent_workers').set(change).where('id', '=', id).where('revoked_at', 'is', null).execute();
    return findWorker(db, id);
  }

  return {
    add: (name, options) => addWorker(db, name, options),
    async list() {
      const rows = await db
        .selectFrom('lent_workers')
        .selectAll()
        .orderBy(sql`revoked_at is not null`)
        .orderBy('name')
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(lentWorkerOfRow);
    },
    get: (idOrName) => findWorker(db, idOrName),
    revoke: (idOrName) => update(idOrName, { revoked_at: sql`clock_timestamp()` }),
    drain: (idOrName, isDraining) =>
      update(idOrName, {
        is_draining: isDraining,
        ...(!isDraining && { suspended_at: null, suspended_reason: null }),
      }),
    async findByToken(token) {
      if (!isToken(token, 'rpw_')) throw new Failure('worker/unknown-token');
      return (await findAccepted(db, { token_hash: hashOfToken(token) })).worker;
    },
  };
}

/** Finds a worker whose requests are accepted. Throws `worker/unknown-token` or `worker/suspended`. */
export async function findAccepted(
  db: Kysely<Schema>,
  by: { readonly id: string } | { readonly token_hash: Buffer },
): Promise<{ readonly worker: LentWorker; readonly isAway: boolean }> {
  const row = await db
    .selectFrom('lent_workers')
    .selectAll()
    .select(sql<boolean>`seen_at < clock_timestamp() - make_interval(secs => ${goneAfterSeconds})`.as('is_away'))
    .where((eb) => eb.and(by))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('worker/unknown-token');
  if (row.suspended_at !== null) throw new Failure('worker/suspended');
  return { worker: lentWorkerOfRow(row), isAway: row.is_away };
}

async function addWorker(
  db: Kysely<Schema>,
  name: string,
  { isTrusted }: { readonly isTrusted: boolean },
): Promise<NewLentWorker> {
  const token = newToken('rpw_');
  const row = await db
    .insertInto('lent_workers')
    .values({ id: newPublicId(), name, token_hash: hashOfToken(token), is_trusted: isTrusted })
    .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) {
    throw new Failure('worker/name-taken', `A worker named ${name} already exists. Revoke it first.`);
  }
  return { worker: lentWorkerOfRow(row), token };
}

async function findWorker(db: Kysely<Schema>, idOrName: string): Promise<LentWorker> {
  const row = await db
    .selectFrom('lent_workers')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .orderBy(bestMatchFirst(idOrName))
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('worker/not-found', `There is no lent worker ${JSON.stringify(idOrName)}.`);
  return lentWorkerOfRow(row);
}
