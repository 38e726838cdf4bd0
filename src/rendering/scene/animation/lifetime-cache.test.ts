import { expect, test } from 'vitest';
import { lifetimeCache } from './lifetime-cache.ts';

/** Things that are there for 100 ms each, one more every 10 ms. */
const things = Array.from({ length: 1000 }, (_, nth) => ({ nth, appears: nth * 10, vanishes: nth * 10 + 100 }));

/** Asks for everything that is there at a time; answers with what is made for it. */
function asker() {
  const made: number[] = [];
  const partsOf = lifetimeCache((thing: (typeof things)[0]) => {
    made.push(thing.nth);
    return { of: thing.nth };
  });
  const askAt = (t: number) =>
    things.filter(({ appears, vanishes }) => appears <= t && t < vanishes).map((thing) => partsOf(thing, t));
  return { made, askAt };
}

test('everything is made once while it is there, and stays the same', () => {
  const { made, askAt } = asker();
  let before = askAt(0);
  for (let t = 1; t < 9_000; t++) {
    const now = askAt(t);
    for (const parts of now) expect(before.find(({ of }) => of === parts.of) ?? parts).toBe(parts);
    before = now;
  }
  expect(made).toEqual(things.slice(0, 900).map(({ nth }) => nth));
});

test('what is long gone is forgotten, and made anew for who comes back', () => {
  const { made, askAt } = asker();
  for (let t = 0; t < 9_000; t += 10) askAt(t);
  made.length = 0;
  expect(askAt(95).map(({ of }) => of)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(made).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
