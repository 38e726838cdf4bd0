import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVariablesWithEnvFile } from './env-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-env-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('without a .env file the environment stays unchanged', () => {
  expect(readVariablesWithEnvFile({ PORT: '1' }, folder)).toEqual({ PORT: '1' });
});

test('.env provides the variables that the environment does not set', () => {
  writeFileSync(join(folder, '.env'), '# a comment\nPORT=2\nHOST="::1"\nWEBHOOK_SECRET=a=b\n');
  expect(readVariablesWithEnvFile({ PORT: '1' }, folder)).toEqual({ PORT: '1', HOST: '::1', WEBHOOK_SECRET: 'a=b' });
});

test('a folder with the name .env is a mistake in the configuration', () => {
  mkdirSync(join(folder, '.env'));
  const message = `Cannot read ${JSON.stringify(join(folder, '.env'))}: it is a folder.`;
  expect(() => readVariablesWithEnvFile({}, folder)).toThrow(
    expect.objectContaining({ code: 'config/invalid', message: expect.stringContaining(message) }),
  );
});
