import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { joinEmbeddedPostgres } from '../../src/service/database/index.ts';
import { settledMs } from './length.ts';

/** What the database knows, asked again whenever it is just being killed. */
export interface Book {
  rows<T extends pg.QueryResultRow>(query: string, values?: readonly unknown[]): Promise<T[]>;
}

export function openBook(urlOf: () => Promise<string | null>): Book {
  async function rows<T extends pg.QueryResultRow>(query: string, values: readonly unknown[] = []): Promise<T[]> {
    const deadline = Date.now() + settledMs;
    while (true) {
      try {
        return await askOnce<T>(query, values);
      } catch (error) {
        if (Date.now() > deadline || (error as pg.DatabaseError).severity === 'ERROR') throw error;
        await sleep(200);
      }
    }
  }

  async function askOnce<T extends pg.QueryResultRow>(query: string, values: readonly unknown[]): Promise<T[]> {
    const connectionString = await urlOf();
    if (connectionString === null) throw new Error('The database does not run.');
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<T>(query, [...values])).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
  return { rows };
}

export function bookOf({ dataDir }: { readonly dataDir: string }): Book {
  return openBook(async () => (await joinEmbeddedPostgres({ dataDir }))?.url ?? null);
}

/** From now on every ending of a job is written down, in the transaction that ends it. */
export async function recordEndings(book: Book): Promise<void> {
  await book.rows(`
    create table if not exists chaos_endings (job_id uuid, status text);
    create or replace function record_ending() returns trigger language plpgsql as $$
    begin
      if new.status in ('completed', 'failed') then insert into chaos_endings values (new.id, new.status); end if;
      return null;
    end $$;
    create or replace trigger record_ending after update of status on jobs for each row execute function record_ending();
  `);
}
