import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

/** A table of our schema, with its writable columns. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Rows as JSON texts. PostgreSQL writes and parses them, so that JavaScript's types cannot lose anything. */
export type Rows = readonly string[];

const rowsPerFetch = 500;

/**
 * Lists our tables, referenced tables first. It leaves out the list of migrations, which a restore creates, and unlogged
 * tables, whose contents are temporary.
 */
export async function listTables(db: Kysely<Schema>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname <> 'schema_migrations' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db);
  const references = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent
    from pg_constraint
    join pg_class child on child.oid = conrelid
    join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`.execute(db);
  return parentsFirst(rows, references.rows);
}

export function parentsFirst(
  tables: readonly Table[],
  references: readonly { child: string; parent: string }[],
): Table[] {
  const ordered: Table[] = [];
  const isOrdered = (name: string) => ordered.some((table) => table.name === name);
  for (let waiting = tables; waiting.length > 0; ) {
    const parentsOf = (table: Table) => references.filter(({ child }) => child === table.name);
    const ready = waiting.filter((table) => parentsOf(table).every(({ parent }) => isOrdered(parent)));
    if (ready.length === 0)
      throw new Error(`The tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Reads all rows in batches. The caller's transaction makes all tables belong to the same moment. */
export async function* readTable(trx: Kysely<Schema>, { name }: Table): AsyncGenerator<Rows, void, void> {
  const table = sql.table(name);
  await sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as row from ${table} t`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsPerFetch)} from backup_rows`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await sql`close backup_rows`.execute(trx);
}

/**
 * Empties the tables and disables their triggers: the triggers would count and announce the restored rows, and what they
 * count is part of the backup.
 */
export async function emptyTables(trx: Kysely<Schema>, tables: readonly Table[]): Promise<void> {
  for (const { name } of [...tables].reverse()) {
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
    await sql`delete from ${sql.table(name)}`.execute(trx);
  }
}

export async function writeRows(trx: Kysely<Schema>, { name, columns }: Table, rows: Rows): Promise<void> {
  const table = sql.table(name);
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${table} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${table}, ${`[${rows.join(',')}]`}::json)`.execute(trx);
}

export async function enableTriggers(trx: Kysely<Schema>, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx);
}

/** Reads the last value of each sequence, so that ids continue after a restore. */
export async function readSequences(db: Kysely<Schema>): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(db);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

export async function writeSequences(trx: Kysely<Schema>, sequences: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await sql`select setval(${name}::regclass, ${last})`.execute(trx);
  }
}
