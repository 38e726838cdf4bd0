import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type InstallationOptions, openInstallation } from '../../../src/cli/wiring/open-installation.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';

const applicationName = 'installation under test';

let dataDir: string;
let fresh: FreshDatabase;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-installation-'));
  fresh = await freshDatabase();
});
afterEach(async () => {
  await fresh.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function open({ access }: Pick<InstallationOptions, 'access'>, { url } = fresh) {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir });
  return openInstallation(config, { access, applicationName, log: createLog('silent') });
}

async function countConnections(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName}`.execute(fresh.connect().db);
  return rows[0]?.count ?? 0;
}

test('closing stops everything in reverse order, and a second close has no effect', async () => {
  const stopped: string[] = [];
  const installation = await open({ access: 'run' });
  await installation.startQueue();
  const tempFolder = await installation.openTempFolder();
  await writeFile(tempFolder.newPath(), '');
  for (const name of ['first', 'second']) {
    installation.onClose(name, async () => {
      // The database and the temporary files are still there while later parts stop.
      expect(await installation.jobs.list({ limit: 1, offset: 0 })).toMatchObject({ total: 0 });
      expect(await readdir(join(dataDir, 'tmp'))).toHaveLength(1);
      stopped.push(name);
    });
  }
  await Promise.all([installation.close(), installation.close()]);
  await installation.close();
  expect(stopped).toEqual(['second', 'first']);
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  await expect.poll(countConnections).toBe(0);
});

test('if the storage cannot be opened, the database is closed again', async () => {
  await writeFile(join(dataDir, 'objects'), 'a file in place of the folder');
  await expect(open({ access: 'run' })).rejects.toThrow();
  await expect.poll(countConnections).toBe(0);
});

test('a command never migrates a database that a service may use', async () => {
  const empty = await freshDatabase({ template: 'template0' });
  try {
    await expect(open({ access: 'administer' }, empty)).rejects.toMatchObject({ code: 'database/migrations-differ' });
    await (await open({ access: 'run' }, empty)).close();
    await (await open({ access: 'administer' }, empty)).close();
  } finally {
    await empty.drop();
  }
});
