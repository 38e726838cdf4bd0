import { type Kysely, type Selectable, sql } from 'kysely';
import { Failure } from '../../failure.ts';
import type { AuditTable, Schema } from '../database/index.ts';

/** Who acts. */
export interface Operator {
  readonly actor: AuditTable['actor'];
  /** The address of an operator who uses the page. */
  readonly client: string | null;
}

export const operatorAtCommandLine: Operator = { actor: 'command line', client: null };

/** What an operator does. */
export interface AuditedAction {
  /** Such as `job.cancel`. */
  readonly action: string;
  /** Null: the service as a whole. */
  readonly target: string | null;
  /** Never contains secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What an operator has done. */
export interface AuditEntry extends Required<AuditedAction>, Operator {
  readonly id: number;
  readonly at: Date;
  /** `done`, or the code of the failure; null: in progress, or interrupted. */
  readonly outcome: string | null;
}

const keptDays = 365;
const maxEntries = 100_000;

/**
 * Records an action before it is carried out and its outcome afterwards, so that an action that a crash interrupts is in the
 * audit, too.
 */
export async function carryOut<T>(
  db: Kysely<Schema>,
  { operator, action, target, details = {} }: AuditedAction & { readonly operator: Operator },
  act: () => Promise<T>,
): Promise<T> {
  const { id } = await db
    .insertInto('audit')
    .values({ ...operator, action, target, details: JSON.stringify(details) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await deleteOldEntries(db, id);
  // An action that is done stays done when this fails: the token of a new key, for example, is shown only once.
  const record = async (outcome: string) => {
    const update = db.updateTable('audit').set({ outcome }).where('id', '=', id);
    await update.execute().catch(() => {});
  };
  let result: T;
  try {
    result = await act();
  } catch (error) {
    await record(error instanceof Failure ? error.code : 'service/internal');
    throw error;
  }
  await record('done');
  return result;
}

async function deleteOldEntries(db: Kysely<Schema>, newestId: number): Promise<void> {
  const end = sql<Date>`clock_timestamp() - make_interval(days => ${sql.lit(keptDays)})`;
  await db
    .deleteFrom('audit')
    .where((eb) => eb.or([eb('at', '<', end), eb('id', '<=', newestId - maxEntries)]))
    .execute();
}

/** Newest first; `before` continues after the entry with this id. */
export async function listAudit(
  db: Kysely<Schema>,
  { limit, before }: { readonly limit: number; readonly before?: number | undefined },
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(entryOfRow);
}

function entryOfRow({ id, at, actor, client, action, target, details, outcome }: Selectable<AuditTable>): AuditEntry {
  return { id, at, actor, client, action, target, details, outcome };
}
