import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDataFolder } from './machine-checks.ts';

describe('the data folder', () => {
  let folder: string;
  const check = (name: string, isNew = false) => checkDataFolder(join(folder, name), { isNew });
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'reprise-doctor-test-'));
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'file'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('exists', async () => {
    expect(await check('data')).toEqual({ state: 'ok', message: join(folder, 'data'), advice: null });
  });

  test('can be created, with the folders above it', async () => {
    const message = `the first start will create ${join(folder, 'a/b')}`;
    expect(await check('a/b')).toMatchObject({ state: 'ok', message });
  });

  test.each(['data', 'a/b'])('%s has no installation, which may be a mistake', async (name) => {
    expect(await check(name, true)).toEqual({
      state: 'warning',
      message: `there is no installation in ${join(folder, name)}`,
      advice: expect.stringContaining('set DATA_DIR to its folder'),
    });
  });

  test.each(['file', 'file/data'])('%s cannot be a folder', async (name) => {
    await expect(check(name, true)).rejects.toThrow(`${join(folder, 'file')} is not a folder.`);
  });
});
