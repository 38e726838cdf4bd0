import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { connect, type Database } from '../../../src/service/database/index.ts';

export const templateName = 'reprise_template';

/** A separate database for one test, migrated and empty. */
export interface FreshDatabase {
  readonly url: string;
  /** Each call opens a new pool, like another process. */
  connect(options?: { maxConnections?: number }): Database;
  /** Closes all pools and drops the database. */
  drop(): Promise<void>;
}

/** Options of `vi.waitFor`: long enough for a busy machine. */
export const longWait = { timeout: 300_000 };

const log = createLog('silent');

export async function freshDatabase({ template = templateName } = {}): Promise<FreshDatabase> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // To copy the files takes a third of the CPU time that writing them to the log of the server, the default, takes.
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = urlWithDatabase(server, name);
  const open: Database[] = [];
  return {
    url,
    connect({ maxConnections } = {}) {
      // A busy machine makes hundreds of simultaneous submissions wait for longer than users would.
      const patient = { url, log, applicationName: 'test', connectTimeoutMs: 120_000 };
      const database = connect({ ...patient, ...(maxConnections && { maxConnections }) });
      open.push(database);
      return database;
    },
    async drop() {
      await Promise.all(open.map((database) => database.close()));
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

export function urlWithDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
