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
  /** An address, a key or a user of a key as `jobs.client` has it, or the name of a player. */
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
      const value = kind === 'player' ? sql<string>`player_key(${name})` : clientOf(name);
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

/** Addresses are compared in the form in which clients are counted: that of IPv6 is the /64 network. */
export function clientOf(name: string): string {
  const text = name.trim();
  return text.startsWith('key:') ? text : (clientOfAddress(text.replace(/\/64$/, '')) ?? text);
}

function blockOfRow(row: Selectable<BlocksTable>): Block {
  const { id, kind, name, reason, created_at: createdAt, expires_at: expiresAt } = row;
  return { id, kind, name, reason, createdAt, expiresAt };
}
