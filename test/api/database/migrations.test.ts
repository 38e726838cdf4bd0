import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, sharedSecret } from '../../../src/service/database/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';

let fresh: FreshDatabase;
let folder: string;
beforeEach(async () => {
  fresh = await freshDatabase({ template: 'template1' });
  folder = await mkdtemp(join(tmpdir(), 'reprise-migrations-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await fresh.drop();
});

const write = (files: Record<string, string>) =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
const files = () => pathToFileURL(`${folder}/`);

test('our migrations apply to an empty database, and only once', async () => {
  const database = fresh.connect();
  const folder = await readdir(new URL('../../../migrations/', import.meta.url));
  const ours = folder.filter((name) => name.endsWith('.sql')).sort();
  expect(await migrate(database)).toEqual(ours);
  expect(await migrate(database)).toEqual([]);
});

test('of processes that migrate at the same time, one does and the others wait', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(fresh.connect())));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
});

test('only new files are applied, in the order of their names', async () => {
  const database = fresh.connect();
  await write({ '0002-b.sql': 'insert into t values (2)', '0001-a.sql': 'create table t (n int)', 'notes.md': 'no' });
  expect(await migrate(database, { folder: files() })).toEqual(['0001-a.sql', '0002-b.sql']);
  await write({ '0003-c.sql': 'insert into t values (3); insert into t values (4)' });
  expect(await migrate(database, { folder: files() })).toEqual(['0003-c.sql']);
  expect((await database.pool.query('select n from t order by n')).rows).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }]);
});

test('if one file fails, none is applied', async () => {
  const database = fresh.connect();
  await write({ '0001-a.sql': 'create table t (n int)', '0002-b.sql': 'create table t (n int)' });
  await expect(migrate(database, { folder: files() })).rejects.toThrow('already exists');
  await write({ '0002-b.sql': 'insert into t values (2)' });
  expect(await migrate(database, { folder: files() })).toEqual(['0001-a.sql', '0002-b.sql']);
});

test('a file that was changed after it was applied is refused by name, but other line endings are accepted', async () => {
  const database = fresh.connect();
  await write({ '0001-a.sql': 'create table t (n int);\n' });
  await migrate(database, { folder: files() });
  await write({ '0001-a.sql': 'create table t (n int);\r\n' });
  expect(await migrate(database, { folder: files() })).toEqual([]);
  await write({ '0001-a.sql': 'create table t (n text);\n' });
  await expect(migrate(database, { folder: files() })).rejects.toMatchObject({
    code: 'database/migrations-differ',
    message: expect.stringContaining('0001-a.sql'),
  });
});

test('a database that a newer version has migrated is refused', async () => {
  const database = fresh.connect();
  await write({ '0001-a.sql': 'select 1', '0002-b.sql': 'select 2' });
  await migrate(database, { folder: files() });
  await rm(join(folder, '0002-b.sql'));
  await expect(migrate(database, { folder: files() })).rejects.toMatchObject({
    code: 'database/migrations-differ',
    message: expect.stringContaining('newer version'),
  });
});

test('a shared secret is the same for all processes, even if several create it at the same time', async () => {
  await migrate(fresh.connect());
  const keys = await Promise.all([1, 2, 3, 4].map(() => sharedSecret(fresh.connect().db, 'links')));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect(await sharedSecret(fresh.connect().db, 'other')).not.toEqual(keys[0]);
});
