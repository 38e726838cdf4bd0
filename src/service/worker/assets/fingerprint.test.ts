import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RenderOptions } from '../../../rendering/render/index.ts';
import { type FingerprintInput, fingerprintOf } from './fingerprint.ts';

const options = { width: 1920, height: 1080, crf: 20, skin: 'x' } as unknown as RenderOptions;

/** Writes the files of a render, new ones in each call. */
function writeInput({
  replay = 'replay',
  others = [] as readonly string[],
  set = { 'map.osu': 'map', 'bg.jpg': 'picture' } as Record<string, string>,
  skin = 'skin' as string | null,
  ...changes
}: {
  replay?: string;
  others?: readonly string[];
  set?: Record<string, string>;
  skin?: string | null;
} & Partial<FingerprintInput> = {}): FingerprintInput {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-fingerprint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  function write(name: string, content: string): string {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }
  for (const [name, content] of Object.entries(set)) write(`set/${name}`, content);
  return {
    assets: {
      replay: write('replay.osr', replay),
      others: others.map((other, i) => write(`replay-${i}.osr`, other)),
      beatmap: { kind: 'folder', path: join(folder, 'set') },
      skin: skin === null ? null : write('skin.osk', skin),
    } as FingerprintInput['assets'],
    options,
    rendererVersion: '1',
    ...changes,
  };
}

test('the same bytes in other files have the same fingerprint', async () => {
  const moved = writeInput();
  utimesSync(moved.assets.replay, 1, 1);
  expect(await fingerprintOf(moved)).toEqual(await fingerprintOf(writeInput()));
});

test('the order of the options does not matter', async () => {
  const { width, ...others } = options;
  const reordered = writeInput({ options: { ...others, width } });
  expect(await fingerprintOf(reordered)).toEqual(await fingerprintOf(writeInput()));
});

test.each<[what: string, changes: Parameters<typeof writeInput>[0]]>([
  ['replay', { replay: 'Replay' }],
  ['number of replays', { others: ['other'] }],
  ['skin under the same name', { skin: 'another' }],
  ['missing skin', { skin: null }],
  ['map', { set: { 'map.osu': 'MAP', 'bg.jpg': 'picture' } }],
  ['image of the set', { set: { 'map.osu': 'map', 'bg.jpg': 'PICTURE' } }],
  ['name of an image', { set: { 'map.osu': 'map', 'bg.png': 'picture' } }],
  ['additional file in the set', { set: { 'map.osu': 'map', 'bg.jpg': 'picture', 'sb/a.png': '' } }],
  ['option', { options: { ...options, crf: 21 } }],
  ['renderer', { rendererVersion: '2' }],
])('another %s changes the fingerprint', async (_, changes) => {
  expect(await fingerprintOf(writeInput(changes))).not.toEqual(await fingerprintOf(writeInput()));
});

test('the order of several replays changes the fingerprint', async () => {
  const fingerprints = await Promise.all(
    [['a', 'b', 'c'] as const, ['b', 'a', 'c'] as const, ['a', 'c', 'b'] as const].map(([replay, ...others]) =>
      fingerprintOf(writeInput({ replay, others })),
    ),
  );
  expect(new Set(fingerprints.map((fingerprint) => fingerprint.toString('hex'))).size).toBe(3);
});

test('the fingerprint of an archive depends on its bytes', async () => {
  const input = writeInput();
  const archive = (path: string) => ({
    ...input.assets,
    beatmap: { kind: 'archive', path } as typeof input.assets.beatmap,
  });
  const [first, second] = await Promise.all(
    [input.assets.replay, input.assets.skin!].map((path) => fingerprintOf({ ...input, assets: archive(path) })),
  );
  expect(first).not.toEqual(second);
});
