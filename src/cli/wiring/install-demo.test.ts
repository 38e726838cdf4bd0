import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installDemo } from './install-demo.ts';

let folder: string;
let demoFolder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-demo-'));
  demoFolder = join(folder, 'built');
  dataDir = join(folder, 'data');
  mkdirSync(demoFolder);
  writeFileSync(join(demoFolder, 'demo.osr'), 'a replay');
  writeFileSync(join(demoFolder, 'demo.osz'), 'a map');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the demo consists of the replay that the README names and a map in the library', async () => {
  await installDemo(dataDir, demoFolder);
  expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual([
    'beatmaps',
    join('beatmaps', 'demo.osz'),
    'demo',
    join('demo', 'demo.osr'),
  ]);
  expect(readFileSync(join(dataDir, 'demo/demo.osr'), 'utf8')).toBe('a replay');
  expect(readFileSync(join(dataDir, 'beatmaps/demo.osz'), 'utf8')).toBe('a map');
});

test('existing files are never overwritten', async () => {
  await installDemo(dataDir, demoFolder);
  writeFileSync(join(dataDir, 'demo/demo.osr'), 'mine');
  writeFileSync(join(dataDir, 'beatmaps/demo.osz'), 'mine');
  await installDemo(dataDir, demoFolder);
  expect(readFileSync(join(dataDir, 'demo/demo.osr'), 'utf8')).toBe('mine');
  expect(readFileSync(join(dataDir, 'beatmaps/demo.osz'), 'utf8')).toBe('mine');
});
