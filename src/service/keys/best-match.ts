import { type RawBuilder, sql } from 'kysely';

/**
 * Orders the rows that have an id or a name. A name may belong to several rows that are revoked: the id comes first, then
 * the row in use, then the newest.
 */
export function bestMatchFirst(idOrName: string): RawBuilder<unknown> {
  return sql`id = ${idOrName} desc, revoked_at is null desc, created_at desc`;
}
