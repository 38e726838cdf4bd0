import type { Database } from '../database/index.ts';
import { type Key, type KeyRow, keyColumns, keyOfRow, stateOf } from './key.ts';
import { hashTextOfToken, isToken } from './token.ts';

/**
 * Finds the key that a client has sent; null: it is unknown, expired or revoked. Returns the key itself, instead of a
 * promise, if this process has looked it up in the last seconds: a promise costs more than the rest of the check.
 */
export type LookUpKey = (token: string) => Key | null | Promise<Key | null>;

/** A revoked key is refused by every process after at most this time. */
const maxAgeMs = 3_000;
const maxKept = 1_000;

const keyByHash = { name: 'key-by-hash', text: `select ${keyColumns.join(', ')} from keys where token_hash = $1` };
/** Written about once a minute, even if many processes see the key. */
const touchKey = {
  name: 'touch-key',
  text: `update keys set last_used_at = clock_timestamp()
    where id = $1 and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')`,
};

interface KnownKey {
  readonly key: Key;
  readonly readAtMs: number;
}

/** Keeps the keys that were found for a few seconds. Unknown ones are not kept: forged keys would displace real ones. */
export function createKeyLookup(database: Pick<Database, 'query'>, now: () => number = Date.now): LookUpKey {
  /** By the hash of the token, the oldest first. The tokens themselves are not kept in memory. */
  const known = new Map<string, KnownKey>();
  const pending = new Map<string, Promise<Key | null>>();

  async function read(hash: string): Promise<Key | null> {
    const readAtMs = now();
    const [row] = await database.query<KeyRow>(keyByHash, [Buffer.from(hash, 'base64')]);
    known.delete(hash);
    if (row === undefined) return null;
    const key = keyOfRow(row);
    if (stateOf(key, new Date(readAtMs)) !== 'active') return null;
    known.set(hash, { key, readAtMs });
    if (known.size > maxKept) known.delete(known.keys().next().value ?? '');
    // The request does not wait for it, and goes on without it.
    if (readAtMs - (key.lastUsedAt?.getTime() ?? 0) > 60_000) database.query(touchKey, [key.id]).catch(() => {});
    return key;
  }

  return (token) => {
    if (!isToken(token)) return null;
    const hash = hashTextOfToken(token);
    const found = known.get(hash);
    const nowMs = now();
    if (found !== undefined && nowMs - found.readAtMs < maxAgeMs) {
      return stateOf(found.key, new Date(nowMs)) === 'active' ? found.key : null;
    }
    // Requests that arrive together wait for one query.
    let reading = pending.get(hash);
    if (reading === undefined) {
      reading = read(hash).finally(() => pending.delete(hash));
      pending.set(hash, reading);
    }
    return reading;
  };
}
