import { type Kysely, sql } from 'kysely';
import { Failure, type FailureCode, failures } from '../../../failure.ts';
import type { Schema } from '../../database/index.ts';
import { clientOfKey } from '../../keys/index.ts';
import type { Client } from '../requester.ts';
import { withoutNul } from '../storable-text.ts';

/** Who submits or uploads something. */
export interface Sender extends Client {
  /** The players of the replays; empty: there is no replay. */
  readonly players: readonly string[];
}

const codes = {
  maintenance: 'service/maintenance',
  client: 'blocked/client',
  player: 'blocked/player',
} as const satisfies Record<string, FailureCode>;

interface Restriction {
  readonly kind: keyof typeof codes;
  readonly text: string;
  readonly until: Date | null;
}

/**
 * Throws `service/maintenance`, `blocked/client` or `blocked/player`, with the operator's text. One query for all of them,
 * because every submission makes it.
 */
export async function refuseRestricted(db: Kysely<Schema>, { client, keyId, players }: Sender): Promise<void> {
  // A key that is blocked is blocked with all its users.
  const clients = keyId === null ? [client] : [client, clientOfKey(keyId)];
  const { rows } = await sql<Restriction>`
    select 'maintenance' as kind, message as text, null::timestamptz as until, 1 as rank from maintenance
    union all
    select kind, reason, expires_at, case kind when 'client' then 2 else 3 end from blocks
    where (expires_at is null or expires_at > clock_timestamp()) and (
      kind = 'client' and value = any(${clients}::text[])
      or kind = 'player' and value in (select player_key(player) from unnest(${players.map(withoutNul)}::text[]) as player)
    )
    order by rank limit 1`.execute(db);
  const [restriction] = rows;
  if (restriction !== undefined) throw failureOf(restriction);
}

function failureOf({ kind, text, until }: Restriction): Failure {
  const code = codes[kind];
  const end = until === null ? '' : ` This ends at ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  return new Failure(
    code,
    failures[code].message.replace('{message}', () => text + end),
  );
}
