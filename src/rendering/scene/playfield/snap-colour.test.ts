import { expect, test } from 'vitest';
import { mapBytes } from '../../../../test/support/map-text.ts';
import { parseBeatmap, timingOf } from '../../../game/beatmap/index.ts';
import { snapColour } from './snap-colour.ts';

const white = { r: 255, g: 255, b: 255 };
const red = { r: 237, g: 17, b: 33 };
const purple = { r: 136, g: 102, b: 238 };
const blue = { r: 102, g: 204, b: 255 };
const orange = { r: 204, g: 102, b: 0 };

// A beat of 600 ms from 100 on, and one of 1,000 from 4,000 on.
const timing = timingOf(
  parseBeatmap(mapBytes({ timing: ['100,600,4,2,0,50,1,0', '4000,1000,4,2,0,50,1,0'], objects: [] })).beatmap,
);

test.each([
  ['on the beat', 700, white],
  ['a little beside it', 702, white],
  ['half a beat after it', 1000, red],
  ['a third', 900, purple],
  ['a quarter', 850, blue],
  ['a twelfth', 750, orange],
  ['on the beat that comes next', 3999, white],
  ['on a beat of the next pace', 5000, white],
  ['before the first', -500, white],
] as const)('%s', (_, t, colour) => {
  expect(snapColour(timing, t)).toEqual(colour);
});
