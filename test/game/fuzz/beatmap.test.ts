import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ballAt, parseBeatmap, prepareMap } from '../../../src/game/beatmap/index.ts';
import { stableMods } from '../../../src/game/mods/index.ts';
import { denseMap } from '../../support/beatmaps/dense-map.ts';
import { syntheticMap } from '../../support/beatmaps/synthetic-map.ts';
import { fuzz, fuzzCases } from '../../support/files/fuzz.ts';
import { sharedData } from '../../support/files/shared-data.ts';

/** `npm run fuzz` runs more cases and needs more time. */
const timeLimitMs = 300_000 * Math.max(1, fuzzCases / 2000);

test('mutated maps are parsed and prepared or refused, quickly and in little memory', {
  timeout: timeLimitMs,
}, async () => {
  let readings = 0;
  const report = await fuzz({
    samples: [denseMap, syntheticMap(200), ...realMaps()],
    read(bytes) {
      const { beatmap } = parseBeatmap(bytes);
      const rules = readings++ % 2 === 0 ? 'stable' : 'lazer';
      const mirror = { horizontally: false, vertically: readings % 3 === 0 };
      const map = prepareMap(beatmap, { ...stableMods(0), rules, difficulty: { kind: 'hard-rock' }, mirror });
      for (const object of map.objects) {
        requireFinite(object.at.x + object.at.y + object.startTime + object.endTime);
        if (object.kind !== 'slider') continue;
        const ball = ballAt(object, (object.startTime + object.endTime) / 2);
        requireFinite(ball.x + ball.y);
      }
    },
  });
  console.log(JSON.stringify(report));
  expect(report.slowestMs).toBeLessThan(1000);
  expect(report.memoryMb).toBeLessThan(256);
  expect(report.accepted).toBeGreaterThan(report.cases / 2);
  expect(report.refused).toBeGreaterThan(0);
});

function requireFinite(sum: number): void {
  if (!Number.isFinite(sum)) throw new Error('A place or time is no number.');
}

/** Small real maps, because each case takes only milliseconds. */
function realMaps(): Uint8Array[] {
  if (sharedData === null) {
    console.log('No shared data: only maps made here are mutated.');
    return [];
  }
  return readdirSync(sharedData, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.osu'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .filter((path) => statSync(path).size < 25_000)
    .map((path) => new Uint8Array(readFileSync(path)));
}
