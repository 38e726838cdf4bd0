import { expect, test } from 'vitest';
import { syntheticFrames, syntheticMap } from '../../../test/support/beatmaps/synthetic-map.ts';
import { startCpuClock } from '../../../test/support/processes/cpu-clock.ts';
import { playOf, type Row, replayOf } from '../../../test/support/replays/build-play.ts';
import { parseBeatmap } from '../beatmap/index.ts';
import { lazerMods, stableMods } from '../mods/index.ts';
import { judge } from './judge.ts';

/** Milliseconds of the processor, in the fastest of three runs. */
function fastest(objects: number, rules: 'stable' | 'lazer'): number {
  const { beatmap } = parseBeatmap(syntheticMap(objects));
  const replay = { ...replayOf([], rules === 'lazer' ? { lazer: [] } : {}), frames: syntheticFrames(objects, 10) };
  const mods = rules === 'lazer' ? lazerMods([]) : stableMods(0);
  const runs = Array.from({ length: 3 }, () => {
    const cpuMs = startCpuClock();
    expect(judge(beatmap, replay, mods).result.n300).toBe(objects);
    return cpuMs();
  });
  return Math.min(...runs);
}

test.each(['stable', 'lazer'] as const)(
  'judging a map ten times as long takes about ten times as long in %s',
  (rules) => {
    fastest(50, rules);
    const small = fastest(100, rules);
    // Work that grew with the square would take a hundred times as long.
    expect(fastest(1000, rules)).toBeLessThan(small * 40 + 50);
  },
);

test.each(['stable', 'lazer'] as const)('a spinner of 24 days does not slow down %s', (rules) => {
  const playing = rules === 'lazer' ? { lazer: [] } : {};
  const map = { objects: ['256,192,1000,12,0,2147483647', '100,100,2147483000,1,0'] };
  const rows: Row[] = [
    [0, 100, 100, 0],
    [2_147_483_600, 100, 100, 1],
  ];
  expect(playOf(map, rows, playing).judgements.length).toBeGreaterThan(0);
});

test.each(['stable', 'lazer'] as const)('%s judges a replay without frames and a map without objects', (rules) => {
  const playing = rules === 'lazer' ? { lazer: [] } : {};
  expect(playOf({ objects: ['100,100,1000,1,0'] }, [], playing).result).toMatchObject({
    n300: 0,
    misses: 0,
    accuracy: 1,
  });
  expect(playOf({ objects: [] }, [[0, 0, 0, 1]], playing).result).toMatchObject({ score: 0, maxCombo: 0 });
});
