import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';

/** The numbers about segments of untrusted workers. */
export interface CheckStatistics {
  /** Segments that wait for their check. */
  readonly waiting: number;
  /** Without those that are revoked. */
  readonly suspendedWorkers: number;
  /** Videos that are yet to be made again, and those for which that is not possible. */
  readonly remakes: number;
  readonly givenUpRemakes: number;
}

export async function readCheckStatistics(db: Kysely<Schema>): Promise<CheckStatistics> {
  const { rows } = await sql<CheckStatistics>`
    select (select count(*) from lent_segments where check_result = 'waiting') as waiting,
      (select count(*) from lent_workers where suspended_at is not null and revoked_at is null) as "suspendedWorkers",
      (select count(*) from remakes where given_up_at is null) as remakes,
      (select count(*) from remakes where given_up_at is not null) as "givenUpRemakes"`.execute(db);
  return rows[0]!;
}
