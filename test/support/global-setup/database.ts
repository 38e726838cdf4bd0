import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createLog } from '../../../src/log.ts';
import { connect, migrate, startEmbeddedPostgres } from '../../../src/service/database/index.ts';
import { startQueue } from '../../../src/service/jobs/index.ts';
import { templateName, urlWithDatabase } from '../database/fresh-database.ts';
import { memoryFolder } from '../database/memory-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the test run's PostgreSQL, as superuser; tests call `freshDatabase()` instead. */
    databaseServer: string;
  }
}

/** Starts one PostgreSQL for the whole test run, with a migrated template database that every test clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const log = createLog('error');
  const folder = await memoryFolder('reprise-test-');
  const server = await startEmbeddedPostgres({ dataDir: folder, log });
  const tearDown = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await createTemplate(server.url);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('databaseServer', server.url);
  return tearDown;

  async function createTemplate(url: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`create database ${templateName}`);
    await client.end();
    const database = connect({ url: urlWithDatabase(url, templateName), log, applicationName: 'template' });
    await migrate(database);
    await (await startQueue({ database, log })).stop();
    await database.close();
  }
}
