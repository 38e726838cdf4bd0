import type { Kysely } from 'kysely';
import type { Schema } from '../../database/index.ts';

/** The service refuses submissions and uploads until the maintenance ends. Renders go on. */
export interface Maintenance {
  /** The operator's text for clients. */
  readonly message: string;
  readonly since: Date;
}

export interface MaintenanceMode {
  /** Null: submissions are accepted. */
  get(): Promise<Maintenance | null>;
  /** Starts the maintenance, or changes its message. */
  start(message: string): Promise<void>;
  end(): Promise<void>;
}

export function createMaintenanceMode(db: Kysely<Schema>): MaintenanceMode {
  return {
    get: () => readMaintenance(db),
    async start(message) {
      await db
        .insertInto('maintenance')
        .values({ message })
        .onConflict((conflict) => conflict.column('is_on').doUpdateSet({ message }))
        .execute();
    },
    async end() {
      await db.deleteFrom('maintenance').execute();
    },
  };
}

export async function readMaintenance(db: Kysely<Schema>): Promise<Maintenance | null> {
  return (await db.selectFrom('maintenance').select(['message', 'since']).executeTakeFirst()) ?? null;
}
