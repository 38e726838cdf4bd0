import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findEnvFileMistakes } from './env-file-mistakes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-env-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function mistakesIn(text: string): string[] {
  writeFileSync(join(folder, '.env'), text);
  return findEnvFileMistakes(folder);
}

test('without a file there is no mistake', () => {
  expect(findEnvFileMistakes(folder)).toEqual([]);
});

test('.env.example, with its lines commented out or not, has no mistake', () => {
  const example = readFileSync('.env.example', 'utf8');
  expect(mistakesIn(example)).toEqual([]);
  expect(mistakesIn(example.replace(/^# (?=[A-Z0-9_]+=)/gm, ''))).toEqual([]);
});

test('each line that is not NAME=value is named by its number, without its text', () => {
  expect(mistakesIn('PORT 8806\n\n# PORT 1\nHOST=::1\n  ADMIN_TOKEN: hunter2hunter2hunter2\r\n')).toEqual([
    'Line 1 of .env is not NAME=value.',
    'Line 5 of .env is not NAME=value.',
  ]);
});

test.each(['export PORT=1', ' PORT = 1 # why', 'PORT=', 'PORT="1', "S3_BUCKET='a'\r\n", 'WEBHOOK_SECRET="a\nb c\nd"'])(
  '%j is NAME=value',
  (text) => {
    expect(mistakesIn(text)).toEqual([]);
  },
);

test.each([
  ['RENDER_WORKRES', 'RENDER_WORKERS'],
  ['DATADIR', 'DATA_DIR'],
  ['PROT', null],
  ['PORTS', 'PORT'],
  ['port', 'PORT'],
  ['HOME', null],
  ['POSTGRES_PASSWORD', null],
])('%s may stand for %s', (name, meant) => {
  expect(mistakesIn(`${name}=1`)).toEqual(meant === null ? [] : [`.env has ${name}. Did you mean ${meant}?`]);
});
