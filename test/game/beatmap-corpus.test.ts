import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/failure.ts';
import { type Beatmap, parseBeatmap, prepareMap } from '../../src/game/beatmap/index.ts';
import { lazerMods, stableMods } from '../../src/game/mods/index.ts';
import { sharedData } from '../support/files/shared-data.ts';

interface ManifestMap {
  readonly path: string;
  readonly osu_file?: string;
  readonly format_version: number | null;
  readonly mode: number | string;
  readonly circles: number;
  readonly sliders: number;
  readonly spinners: number;
}

if (!sharedData) console.log('No shared data: real maps are not tested.');
const maps = sharedData ? [...mapsIn(sharedData)] : [];
const manifest = sharedData ? manifestOf(sharedData) : new Map<string, ManifestMap>();

/** Two files are Git LFS pointers instead of maps. */
const isPointer = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 20)) === 'version https://git-';

describe.runIf(sharedData)('real maps', () => {
  test('are complete', () => {
    expect(maps.length).toBeGreaterThanOrEqual(190);
    expect(manifest.size).toBeGreaterThanOrEqual(150);
  });

  test.each(maps)('$name is parsed with all of its objects', ({ name, bytes }) => {
    if (isPointer(bytes)) {
      expect(() => parseBeatmap(bytes)).toThrow(expect.objectContaining({ code: 'beatmap/unreadable' }));
      return;
    }
    const { beatmap } = parseBeatmap(bytes);
    const facts = manifest.get(name);
    if (facts !== undefined) {
      expect(countsOf(beatmap)).toEqual({ circles: facts.circles, sliders: facts.sliders, spinners: facts.spinners });
      expect(beatmap.formatVersion).toBe(facts.format_version ?? 14);
      expect(beatmap.general.mode).toBe(Number(facts.mode));
    }
    for (const rules of ['stable', 'lazer'] as const) {
      const prepare = () => prepareMap(beatmap, { ...stableMods(0), rules });
      if (beatmap.general.mode !== 0) expect(prepare).toThrow(Failure);
      else expect(prepare().objects.length).toBe(beatmap.objects.length);
    }
  });

  test('combos count spinners and skips as the game’s own test map expects [CO2]', () => {
    const map = maps.find(({ name }) => name.endsWith('hitobject-combo-offset.osu'))!;
    const { beatmap } = parseBeatmap(map.bytes);
    const { objects } = prepareMap(beatmap, lazerMods([]));
    const circles = objects.filter((object) => object.kind === 'circle');
    expect(circles.map((circle) => circle.comboIndexWithSkips)).toEqual([1, 2, 3, 4, 8, 9]);
  });
});

function countsOf({ objects }: Beatmap) {
  const count = (kind: string) => objects.filter((object) => object.kind === kind).length;
  return { circles: count('circle'), sliders: count('slider'), spinners: count('spinner') };
}

function* mapsIn(folder: string): Generator<{ name: string; bytes: Uint8Array }> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.name.endsWith('.osu')) yield { name, bytes: readFileSync(path) };
    if (!entry.name.endsWith('.osz')) continue;
    const isMap = (file: { name: string }) => file.name.endsWith('.osu') && !file.name.startsWith('__MACOSX');
    for (const [inner, bytes] of Object.entries(unzipSync(readFileSync(path), { filter: isMap }))) {
      yield { name: `${name}/${inner}`, bytes };
    }
  }
}

function manifestOf(folder: string): Map<string, ManifestMap> {
  const { maps, format_tests } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    maps: ManifestMap[];
    format_tests: ManifestMap[];
  };
  return new Map(
    [...maps, ...format_tests.filter(({ path }) => path.endsWith('.osu'))].map((map) => [
      map.path.endsWith('.osz') ? `${map.path}/${map.osu_file}` : map.path,
      map,
    ]),
  );
}
