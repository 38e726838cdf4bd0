import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readReplay, requireRenderable } from '../osu/replay/index.ts';
import { demoReplay, writeDemo } from './demo.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the demo is a replay the service takes', () => {
  const replay = readReplay(demoReplay());
  expect(() => requireRenderable(replay)).not.toThrow();
  expect(replay.frames.count).toBe(600);
  expect(replay.header).toMatchObject({ mode: 0, player: 'Reprise', counts: { n300: 20 } });
});

test('it is the same bytes every time', () => {
  expect(demoReplay()).toEqual(demoReplay());
});

test('it is written once, whole, and never over what is there', async () => {
  await writeDemo(folder);
  expect(readdirSync(join(folder, 'demo'))).toEqual(['demo.osr']);
  writeFileSync(join(folder, 'demo/demo.osr'), 'mine');
  await writeDemo(folder);
  expect(readFileSync(join(folder, 'demo/demo.osr'), 'utf8')).toBe('mine');
});
