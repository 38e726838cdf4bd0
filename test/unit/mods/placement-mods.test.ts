import { expect, test } from 'vitest';
import { lazerMods, lazerMultiplier, modLabel } from '../../../src/game/mods/index.ts';
import { soundsOf } from '../../../src/rendering/scene/index.ts';
import { buildScene } from '../../support/scene/build-scene.ts';

// What Random, Target Practice, Depth and Adaptive Speed show and sound like beside their objects.

const original = { hp: 5, cs: 5, od: 5, ar: 5 };

test.each([
  ['RD', 1, 0.7],
  ['TP', 0.1, 0.01],
  ['AS', 0.5, 0.1],
  ['DP', 1, 1],
])('%s multiplies the score by %d, since 2026 by %d', (acronym, before, since) => {
  const mods = lazerMods([{ acronym, settings: { seed: 1 } }]);
  expect(lazerMultiplier(mods, { version: 30000016, original })).toBe(before);
  expect(lazerMultiplier(mods, { version: 30000017, original })).toBe(since);
});

test.each([
  ['RD', { seed: 1, angle_sharpness: 3 }, ['sharpness 3']],
  ['RD', { seed: 1 }, []],
  ['TP', { seed: 1, beat_length_divisor: 2 }, ['2 per beat']],
  ['DP', { max_depth: 150, show_approach_circles: false }, ['depth 150', 'no rings']],
  ['AS', { initial_rate: 1.2 }, ['from 1.2x']],
])('%s with %o shows its settings', (acronym, settings, lines) => {
  expect(modLabel(lazerMods([{ acronym, settings }]), acronym)).toEqual(lines);
});

test.each([
  [true, true],
  [false, false],
])('Target Practice with the setting metronome: %s has a metronome: %s', (metronome, isHeard) => {
  const mods = lazerMods([{ acronym: 'TP', settings: { seed: 1, metronome } }]);
  const scene = buildScene({ objects: ['100,100,2000,5,0', '100,100,4000,1,0'], mods });
  const beats = soundsOf(scene).events.filter(({ sound }) => sound.file === 'catch-banana');
  expect(beats.length > 0).toBe(isHeard);
  if (isHeard) expect(beats[0]).toMatchObject({ time: 0, volume: 1 });
});
