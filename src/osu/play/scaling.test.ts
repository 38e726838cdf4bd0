import { expect, test } from 'vitest';
import { replayOf } from '../../../test/support/plays.ts';
import { syntheticFrames, syntheticMap } from '../../../test/support/synthetic-map.ts';
import { parseBeatmap } from '../beatmap/index.ts';
import { lazerMods, stableMods } from '../mods/index.ts';
import { judge } from './judge.ts';

/** Milliseconds of the fastest of three runs: a busy machine makes runs slow, never fast. */
function fastest(objects: number, rules: 'stable' | 'lazer'): number {
  const { beatmap } = parseBeatmap(syntheticMap(objects));
  const replay = { ...replayOf([], rules === 'lazer' ? { lazer: [] } : {}), frames: syntheticFrames(objects, 10) };
  const mods = rules === 'lazer' ? lazerMods([]) : stableMods(0);
  const runs = Array.from({ length: 3 }, () => {
    const start = performance.now();
    expect(judge(beatmap, replay, mods).result.n300).toBe(objects);
    return performance.now() - start;
  });
  return Math.min(...runs);
}

test.each(['stable', 'lazer'] as const)('ten times the map takes about ten times as long in %s', (rules) => {
  fastest(100, rules);
  const small = fastest(200, rules);
  expect(fastest(2000, rules)).toBeLessThan(small * 40 + 50);
});
