import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeDemo } from './demo.ts';

let folder: string;
let made: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-demo-'));
  made = join(folder, 'made');
  dataDir = join(folder, 'data');
  mkdirSync(made);
  writeFileSync(join(made, 'demo.osr'), 'a replay');
  writeFileSync(join(made, 'demo.osz'), 'a map');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the replay lies where the README says, the map in the library, and nothing else', async () => {
  await placeDemo(dataDir, made);
  expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual([
    'beatmaps',
    join('beatmaps', 'demo.osz'),
    'demo',
    join('demo', 'demo.osr'),
  ]);
  expect(readFileSync(join(dataDir, 'demo/demo.osr'), 'utf8')).toBe('a replay');
  expect(readFileSync(join(dataDir, 'beatmaps/demo.osz'), 'utf8')).toBe('a map');
});

test('it is never put over what is there', async () => {
  await placeDemo(dataDir, made);
  writeFileSync(join(dataDir, 'demo/demo.osr'), 'mine');
  writeFileSync(join(dataDir, 'beatmaps/demo.osz'), 'mine');
  await placeDemo(dataDir, made);
  expect(readFileSync(join(dataDir, 'demo/demo.osr'), 'utf8')).toBe('mine');
  expect(readFileSync(join(dataDir, 'beatmaps/demo.osz'), 'utf8')).toBe('mine');
});
