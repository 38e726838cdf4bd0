import { type Kysely, sql } from 'kysely';
import { Failure } from '../../failure.ts';
import type { Database, Schema } from '../database/index.ts';
import { bestMatchFirst } from './best-match.ts';
import { type Key, type KeyOptions, keyColumns, keyOfRow } from './key.ts';
import { createKeyLookup, type LookUpKey } from './key-lookup.ts';
import { hashOfToken, newCallbackSecret, newPublicId, newToken } from './token.ts';

/** A new key with its secrets, which are shown once. */
export interface NewKey {
  readonly key: Key;
  readonly token: string;
  readonly callbackSecret: string;
}

/** How much a key is used. */
export interface KeyUsage {
  readonly name: string;
  /** The number of jobs that were ever admitted with it. */
  readonly submissions: number;
  readonly activeJobs: number;
}

/** The keys of clients. */
export interface Keys {
  /** Throws `key/name-taken` if a key with this name exists that is not revoked. */
  create(name: string, options: KeyOptions): Promise<NewKey>;
  /** Newest first. */
  list(): Promise<Key[]>;
  /** Finds a key by its id or its name, also a revoked one. Throws `key/not-found`. */
  get(idOrName: string): Promise<Key>;
  /** Revokes a key for good; revoking it again has no effect. Returns the key. */
  revoke(idOrName: string): Promise<Key>;
  countActiveJobs(key: Key): Promise<number>;
  /** The secret that signs what the service sends to the client. */
  callbackSecretOf(key: Key): Promise<string>;
  /** Of all keys that are not revoked; cheap enough for every scrape. */
  usage(): Promise<KeyUsage[]>;
  readonly lookUp: LookUpKey;
}

export function createKeys(database: Database): Keys {
  const { db } = database;
  return {
    create: (name, options) => createKey(db, name, options),
    list: async () => {
      const rows = await db.selectFrom('keys').select(keyColumns).orderBy('created_at', 'desc').orderBy('id').execute();
      return rows.map(keyOfRow);
    },
    get: (idOrName) => findKey(db, idOrName),
    async revoke(idOrName) {
      const { id } = await findKey(db, idOrName);
      await db
        .updateTable('keys')
        .set({ revoked_at: sql`clock_timestamp()` })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
      return findKey(db, id);
    },
    countActiveJobs: ({ id }) => countActiveJobs(db, id),
    async callbackSecretOf({ id }) {
      const row = await db.selectFrom('keys').select('callback_secret').where('id', '=', id).executeTakeFirstOrThrow();
      return row.callback_secret;
    },
    usage: () => readUsage(db),
    lookUp: createKeyLookup(database),
  };
}

async function createKey(db: Kysely<Schema>, name: string, options: KeyOptions): Promise<NewKey> {
  const token = newToken();
  const callbackSecret = newCallbackSecret();
  const row = await db
    .insertInto('keys')
    .values({
      id: newPublicId(),
      name,
      token_hash: hashOfToken(token),
      callback_secret: callbackSecret,
      submissions_per_minute: options.submissionsPerMinute,
      max_active: options.maxActive,
      priority: options.priority,
      expires_at: options.expiresAt,
    })
    .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
    .returning(keyColumns)
    .executeTakeFirst();
  if (row === undefined) {
    throw new Failure('key/name-taken', `A key named ${name} already exists. Revoke it first, or use another name.`);
  }
  return { key: keyOfRow(row), token, callbackSecret };
}

async function findKey(db: Kysely<Schema>, idOrName: string): Promise<Key> {
  const row = await db
    .selectFrom('keys')
    .select(keyColumns)
    .where((eb) => eb.or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .orderBy(bestMatchFirst(idOrName))
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('key/not-found', `There is no key ${JSON.stringify(idOrName)}.`);
  return keyOfRow(row);
}

const isActive = sql<boolean>`status in ('queued', 'downloading', 'rendering')`;

/** Also for admission, which must count in its own transaction. */
export async function countActiveJobs(db: Kysely<Schema>, keyId: string): Promise<number> {
  const { active } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('active'))
    .where('key_id', '=', keyId)
    .where(isActive)
    .executeTakeFirstOrThrow();
  return active;
}

async function readUsage(db: Kysely<Schema>): Promise<KeyUsage[]> {
  const rows = await db
    .selectFrom('keys')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('jobs')
          .select(['key_id', sql<number>`count(*)`.as('active')])
          .where('key_id', 'is not', null)
          .where(isActive)
          .groupBy('key_id')
          .as('counted'),
      (join) => join.onRef('counted.key_id', '=', 'keys.id'),
    )
    .select(['keys.name', 'keys.submissions', 'counted.active'])
    .where('keys.revoked_at', 'is', null)
    .orderBy('keys.name')
    .execute();
  return rows.map(({ name, submissions, active }) => ({ name, submissions, activeJobs: active ?? 0 }));
}
