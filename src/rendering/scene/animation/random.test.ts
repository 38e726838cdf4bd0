import { expect, test } from 'vitest';
import { randomOf } from './random.ts';

test('a random number is the same for the same seed and index', () => {
  expect(randomOf(3, 7)).toBe(randomOf(3, 7));
});

test('random numbers are spread evenly over 0 to 1, for consecutive seeds and indices', () => {
  for (const sample of [(i: number) => randomOf(i, 5), (i: number) => randomOf(5, i)]) {
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) tenths[Math.floor(sample(i) * 10)]! += 1;
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
  }
});
