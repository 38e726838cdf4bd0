import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aliveAt, createTimeline } from './timeline.ts';

const lifetimes = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 60 }))
    .map(([appears, length]) => ({ appears, vanishes: appears + length })),
  { maxLength: 80 },
);

test('aliveAt finds exactly the items that have appeared and not vanished, ordered by appearance', () => {
  fc.assert(
    fc.property(lifetimes, fc.integer({ min: -5, max: 170 }), (items, t) => {
      const expected = items
        .filter(({ appears, vanishes }) => appears <= t && t < vanishes)
        .sort((a, b) => a.appears - b.appears);
      expect(aliveAt(createTimeline(items), t)).toEqual(expected);
    }),
  );
});

test('items that appear at the same time keep their order', () => {
  const items = ['a', 'b', 'c'].map((name) => ({ name, appears: 5, vanishes: 9 }));
  expect(aliveAt(createTimeline(items), 5)).toEqual(items);
});

test.each([
  [4.999, 0],
  [5, 1],
  [8.999, 1],
  [9, 0],
])('at %d ms, a lifetime from 5 to 9 counts %d', (t, count) => {
  expect(aliveAt(createTimeline([{ appears: 5, vanishes: 9 }]), t)).toHaveLength(count);
});

test('an empty timeline is empty', () => {
  expect(aliveAt(createTimeline([]), 0)).toEqual([]);
});

test('a lookup costs by the number of visible items, not of all items', () => {
  const items = Array.from({ length: 100_000 }, (_, i) => ({ appears: i, vanishes: i + 3 }));
  let lookups = 0;
  const timeline = createTimeline(items);
  const latest = new Proxy(timeline.latest, {
    get(target, key) {
      lookups++;
      return Reflect.get(target, key);
    },
  });
  expect(aliveAt({ ...timeline, latest }, 50_000)).toHaveLength(3);
  expect(lookups).toBeLessThan(200);
});
