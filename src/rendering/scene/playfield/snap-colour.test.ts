import { expect, test } from 'vitest';
import { mapBytes } from '../../../../test/support/beatmaps/map-text.ts';
import { parseBeatmap, timingOf } from '../../../game/beatmap/index.ts';
import { snapColour } from './snap-colour.ts';

const white = { r: 255, g: 255, b: 255 };
const red = { r: 237, g: 17, b: 33 };
const purple = { r: 136, g: 102, b: 238 };
const blue = { r: 102, g: 204, b: 255 };
const orange = { r: 204, g: 102, b: 0 };

// Beats of 600 ms from 100 ms, and of 1,000 ms from 4,000 ms.
const timing = timingOf(
  parseBeatmap(mapBytes({ timing: ['100,600,4,2,0,50,1,0', '4000,1000,4,2,0,50,1,0'], objects: [] })).beatmap,
);

test.each([
  ['on the beat', 700, white],
  ['slightly off the beat', 702, white],
  ['half a beat later', 1000, red],
  ['a third of a beat later', 900, purple],
  ['a quarter of a beat later', 850, blue],
  ['a twelfth of a beat later', 750, orange],
  ['just before the next timing point', 3999, white],
  ['on a beat of the next timing point', 5000, white],
  ['before the first timing point', -500, white],
] as const)('the colour %s is right', (_, t, colour) => {
  expect(snapColour(timing, t)).toEqual(colour);
});
