import type { Selectable } from 'kysely';
import type { KeyPriority, KeysTable } from '../database/index.ts';

export const keyPriorities = ['low', 'normal', 'high'] as const satisfies readonly KeyPriority[];

/** What an operator allows a key. */
export interface KeyOptions {
  readonly submissionsPerMinute: number;
  /** Unfinished jobs of all users of the key together. */
  readonly maxActive: number;
  readonly priority: KeyPriority;
  /** Null: never. */
  readonly expiresAt: Date | null;
}

export const defaultKeyOptions: KeyOptions = {
  submissionsPerMinute: 60,
  maxActive: 20,
  priority: 'normal',
  expiresAt: null,
};

/** A key without its secrets. */
export interface Key extends KeyOptions {
  /** Public: 12 hex digits. */
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Null: never used. */
  readonly lastUsedAt: Date | null;
  /** The number of jobs that were ever admitted with it. */
  readonly submissions: number;
}

export const keyColumns = [
  'id',
  'name',
  'submissions_per_minute',
  'max_active',
  'priority',
  'expires_at',
  'revoked_at',
  'created_at',
  'last_used_at',
  'submissions',
] as const satisfies (keyof KeysTable)[];

export type KeyRow = Pick<Selectable<KeysTable>, (typeof keyColumns)[number]>;

export function keyOfRow(row: KeyRow): Key {
  return {
    id: row.id,
    name: row.name,
    submissionsPerMinute: row.submissions_per_minute,
    maxActive: row.max_active,
    priority: row.priority,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    submissions: row.submissions,
  };
}

export type KeyState = 'active' | 'expired' | 'revoked';

export function stateOf({ revokedAt, expiresAt }: Pick<Key, 'revokedAt' | 'expiresAt'>, now: Date): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/**
 * The identity under which the jobs, skins and requests of a key are counted, or those of one of its users. Addresses, which
 * identify clients without a key, never begin with `key:`.
 */
export function clientOfKey(keyId: string, user: string | null = null): string {
  return user === null ? `key:${keyId}` : `key:${keyId}/${user}`;
}
