import { type Kysely, type Selectable, sql } from 'kysely';
import type { BlocksTable, Schema } from '../../database/index.ts';
import { clientOfAddress } from '../../keys/index.ts';

export const blockKinds = ['client', 'player'] as const satisfies readonly BlocksTable['kind'][];

/** A client or a player whose submissions are refused. */
export interface Block extends NewBlock {
  readonly id: number;
  readonly createdAt: Date;
}

export interface NewBlock {
  readonly kind: (typeof blockKinds)[number];
  /** A client as `parseClient` returns it, or the name of a player. */
  readonly name: string;
  /** The operator's text, which the client sees. */
  readonly reason: string;
  /** Null: never. */
  readonly expiresAt: Date | null;
}

export interface Blocks {
  /** Newest first, those that have expired included. */
  list(): Promise<Block[]>;
  /** Adds a block, or changes the reason and the end of the one that exists. */
  add(block: NewBlock): Promise<Block>;
  /** Returns the removed block; null: there is none. */
  remove(id: number): Promise<Block | null>;
}

export function createBlocks(db: Kysely<Schema>): Blocks {
  return {
    async list() {
      const rows = await db.selectFrom('blocks').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
      return rows.map(blockOfRow);
    },
    async add({ kind, name, reason, expiresAt }) {
      const value = kind === 'player' ? sql<string>`player_key(${name})` : name;
      const changes = { name, reason, expires_at: expiresAt };
      const row = await db
        .insertInto('blocks')
        .values({ kind, value, ...changes })
        .onConflict((conflict) => conflict.columns(['kind', 'value']).doUpdateSet(changes))
        .returningAll()
        .executeTakeFirstOrThrow();
      return blockOfRow(row);
    },
    async remove(id) {
      const row = await db.deleteFrom('blocks').where('id', '=', id).returningAll().executeTakeFirst();
      return row === undefined ? null : blockOfRow(row);
    },
  };
}

/**
 * Reads a client that an operator names: an address, `key:ID` or `key:ID/USER`. Returns it as jobs have it, an IPv6 address as
 * its /64 network; null for a text that is no client.
 */
export function parseClient(text: string): string | null {
  const name = text.trim();
  if (/^key:[^/\s]+(\/.+)?$/.test(name)) return name;
  return clientOfAddress(name.replace(/(:.*)\/64$/, '$1'));
}

function blockOfRow(row: Selectable<BlocksTable>): Block {
  const { id, kind, name, reason, created_at: createdAt, expires_at: expiresAt } = row;
  return { id, kind, name, reason, createdAt, expiresAt };
}
