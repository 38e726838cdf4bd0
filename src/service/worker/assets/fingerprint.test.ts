import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RenderOptions } from '../../../rendering/render/index.ts';
import { type FingerprintInput, fingerprintOf } from './fingerprint.ts';

const options = { width: 1920, height: 1080, crf: 20, skin: 'x' } as unknown as RenderOptions;

/** What is rendered, from files that are written anew each time. */
function ingredients({
  replay = 'replay',
  set = { 'map.osu': 'map', 'bg.jpg': 'picture' } as Record<string, string>,
  skin = 'skin' as string | null,
  ...changes
}: {
  replay?: string;
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
      beatmap: { kind: 'folder', path: join(folder, 'set') },
      skin: skin === null ? null : write('skin.osk', skin),
    } as FingerprintInput['assets'],
    options,
    rendererVersion: '1',
    ...changes,
  };
}

test('the same bytes in other places have the same fingerprint', async () => {
  const moved = ingredients();
  utimesSync(moved.assets.replay, 1, 1);
  expect(await fingerprintOf(moved)).toEqual(await fingerprintOf(ingredients()));
});

test('the order options were put together in does not matter', async () => {
  const { width, ...others } = options;
  const reordered = ingredients({ options: { ...others, width } });
  expect(await fingerprintOf(reordered)).toEqual(await fingerprintOf(ingredients()));
});

test.each<[what: string, changes: Parameters<typeof ingredients>[0]]>([
  ['replay', { replay: 'Replay' }],
  ['skin under the same name', { skin: 'another' }],
  ['skin that is missing', { skin: null }],
  ['map', { set: { 'map.osu': 'MAP', 'bg.jpg': 'picture' } }],
  ['picture beside the map', { set: { 'map.osu': 'map', 'bg.jpg': 'PICTURE' } }],
  ['name of a picture', { set: { 'map.osu': 'map', 'bg.png': 'picture' } }],
  ['file more in a folder of the set', { set: { 'map.osu': 'map', 'bg.jpg': 'picture', 'sb/a.png': '' } }],
  ['option', { options: { ...options, crf: 21 } }],
  ['renderer', { rendererVersion: '2' }],
])('another %s is another render', async (_, changes) => {
  expect(await fingerprintOf(ingredients(changes))).not.toEqual(await fingerprintOf(ingredients()));
});

test('an archive is known by its bytes', async () => {
  const made = ingredients();
  const archive = (path: string) => ({
    ...made.assets,
    beatmap: { kind: 'archive', path } as typeof made.assets.beatmap,
  });
  const [one, other] = await Promise.all(
    [made.assets.replay, made.assets.skin!].map((path) => fingerprintOf({ ...made, assets: archive(path) })),
  );
  expect(one).not.toEqual(other);
});
