import { expect, test } from 'vitest';
import { rainbow } from './rainbow.ts';

test.each([
  [0, [255, 76.5, 76.5]],
  [1 / 6, [255, 255, 76.5]],
  [1 / 3, [76.5, 255, 76.5]],
  [2 / 3, [76.5, 76.5, 255]],
  [1, [255, 76.5, 76.5]],
  [-2 / 3, [76.5, 255, 76.5]],
  [7 / 3, [76.5, 255, 76.5]],
])('at %d turns of the colour wheel the colour is %j', (turns, [r, g, b]) => {
  const colour = rainbow(turns);
  expect(colour.r).toBeCloseTo(r!, 6);
  expect(colour.g).toBeCloseTo(g!, 6);
  expect(colour.b).toBeCloseTo(b!, 6);
});
