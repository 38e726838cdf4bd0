import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { joinEmbeddedPostgres } from '../../src/service/database/embedded/index.ts';
import { settleTimeoutMs } from './run-length.ts';

/** Queries the database, and retries while it is down. */
export interface DatabaseReader {
  query<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** Creates a reader of the database at a URL, which may be null while the database is down. */
export function createDatabaseReader(urlOf: () => Promise<string | null>): DatabaseReader {
  /** The open connection; a lost one is replaced. One connection for each query would cost more than the queries. */
  let connection: Promise<pg.Client> | null = null;

  async function connect(): Promise<pg.Client> {
    const connectionString = await urlOf();
    if (connectionString === null) throw new Error('The database does not run.');
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async function disconnect(used: Promise<pg.Client> | null): Promise<void> {
    if (connection === used) connection = null;
    await used?.then((client) => client.end()).catch(() => {});
  }

  return {
    async query<T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<T[]> {
      const deadline = Date.now() + settleTimeoutMs;
      while (true) {
        connection ??= connect();
        const used = connection;
        try {
          return (await (await used).query<T>(text, [...values])).rows;
        } catch (error) {
          if (Date.now() > deadline || (error as pg.DatabaseError).severity === 'ERROR') throw error;
          await disconnect(used);
          await sleep(200);
        }
      }
    },
    close: () => disconnect(connection),
  };
}

/** Creates a reader of the embedded database of a service. */
export function readerOf({ dataDir }: { readonly dataDir: string }): DatabaseReader {
  return createDatabaseReader(async () => (await joinEmbeddedPostgres({ dataDir }))?.url ?? null);
}

/** Records every end of a job from now on, in the transaction that ends it. */
export async function recordEndings(database: DatabaseReader): Promise<void> {
  await database.query(`
    create table if not exists chaos_endings (job_id uuid, status text);
    create or replace function record_ending() returns trigger language plpgsql as $$
    begin
      if new.status in ('completed', 'failed') then insert into chaos_endings values (new.id, new.status); end if;
      return null;
    end $$;
    create or replace trigger record_ending after update of status on jobs for each row execute function record_ending();
  `);
}
