import { sql } from 'kysely';

/**
 * A condition that is always true. A statement with it, outside a longer transaction, returns before its change is on the
 * disk; a crash of the database may lose the change, but never leaves half of it.
 */
export const withoutFlush = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`;
