import { expect, test } from 'vitest';
import { lifetimeCache } from './lifetime-cache.ts';

/** Items that are visible for 100 ms each, one more every 10 ms. */
const items = Array.from({ length: 1000 }, (_, nth) => ({ nth, appears: nth * 10, vanishes: nth * 10 + 100 }));

/** Requests the parts of all items visible at a time, and records which are created. */
function recordingCache() {
  const created: number[] = [];
  const partsOf = lifetimeCache((item: (typeof items)[0]) => {
    created.push(item.nth);
    return { of: item.nth };
  });
  const partsAt = (t: number) =>
    items.filter(({ appears, vanishes }) => appears <= t && t < vanishes).map((item) => partsOf(item, t));
  return { created, partsAt };
}

test('parts are created once while an item is visible', () => {
  const { created, partsAt } = recordingCache();
  let before = partsAt(0);
  let createdAgain = 0;
  for (let t = 1; t < 9_000; t++) {
    const now = partsAt(t);
    for (const parts of now) if ((before.find(({ of }) => of === parts.of) ?? parts) !== parts) createdAgain++;
    before = now;
  }
  expect(createdAgain).toBe(0);
  expect(created).toEqual(items.slice(0, 900).map(({ nth }) => nth));
});

test('parts of vanished items are evicted, and created again after seeking back', () => {
  const { created, partsAt } = recordingCache();
  for (let t = 0; t < 9_000; t += 10) partsAt(t);
  created.length = 0;
  expect(partsAt(95).map(({ of }) => of)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(created).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
