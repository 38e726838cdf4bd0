import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseBeatmap } from '../../src/game/beatmap/index.ts';
import { md5Hex } from '../../src/game/md5.ts';
import { sharedData } from '../support/files/shared-data.ts';
import { compareRandom, compareTargets } from '../support/published/map.ts';

// The mods that place objects anew, on real maps. Self-made maps are in src/game/beatmap/placement and target-practice.

if (!sharedData) console.log('No shared data: real maps are not moved.');
const maps = sharedData ? [...standardMaps(join(sharedData, 'beatmaps'))] : [];

describe.runIf(sharedData)('real maps', () => {
  test('are complete', () => expect(maps.length).toBeGreaterThanOrEqual(90));

  test.each(maps)('$name: Random is within 0.001 pixels of a second implementation [RN6]', ({ beatmap }) => {
    const { distance, objects } = compareRandom(beatmap, { seed: beatmap.objects.length, angle_sharpness: 3.4 });
    expect(objects).toBe(beatmap.objects.length);
    expect(distance).toBeLessThan(0.001);
  });

  test.each(maps)('$name: Target Practice is within 0.001 pixels of a second implementation [TG3]', ({ beatmap }) => {
    const { distance, sameTimesAndCombos } = compareTargets(beatmap, { seed: beatmap.objects.length });
    expect(sameTimesAndCombos).toBe(true);
    expect(distance).toBeLessThan(0.001);
  });
});

/** A map that two folders have counts once. */
function* standardMaps(folder: string) {
  const known = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.osu')) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = new Uint8Array(readFileSync(path));
    const md5 = md5Hex(bytes);
    if (known.has(md5)) continue;
    known.add(md5);
    // Two files are Git LFS pointers instead of maps.
    if (new TextDecoder().decode(bytes.subarray(0, 20)) === 'version https://git-') continue;
    const { beatmap } = parseBeatmap(bytes);
    if (beatmap.general.mode === 0 && beatmap.objects.length > 0) yield { name: relative(folder, path), beatmap };
  }
}
