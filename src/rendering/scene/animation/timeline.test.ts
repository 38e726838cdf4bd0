import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aliveAt, createTimeline } from './timeline.ts';

const lives = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 60 }))
    .map(([appears, length]) => ({ appears, vanishes: appears + length })),
  { maxLength: 80 },
);

test('finds exactly those that have appeared and not vanished, in order of appearing', () => {
  fc.assert(
    fc.property(lives, fc.integer({ min: -5, max: 170 }), (things, t) => {
      const expected = things
        .filter(({ appears, vanishes }) => appears <= t && t < vanishes)
        .sort((a, b) => a.appears - b.appears);
      expect(aliveAt(createTimeline(things), t)).toEqual(expected);
    }),
  );
});

test('keeps the order given among those that appear together', () => {
  const things = ['a', 'b', 'c'].map((name) => ({ name, appears: 5, vanishes: 9 }));
  expect(aliveAt(createTimeline(things), 5)).toEqual(things);
});

test.each([
  [4.999, 0],
  [5, 1],
  [8.999, 1],
  [9, 0],
])('at %d ms, of a life from 5 to 9, there are %d', (t, count) => {
  expect(aliveAt(createTimeline([{ appears: 5, vanishes: 9 }]), t)).toHaveLength(count);
});

test('an empty timeline is empty', () => {
  expect(aliveAt(createTimeline([]), 0)).toEqual([]);
});

test('asking costs by who is there, not by how many there ever are', () => {
  const things = Array.from({ length: 100_000 }, (_, i) => ({ appears: i, vanishes: i + 3 }));
  let looked = 0;
  const timeline = createTimeline(things);
  const latest = new Proxy(timeline.latest, {
    get(target, key) {
      looked++;
      return Reflect.get(target, key);
    },
  });
  expect(aliveAt({ ...timeline, latest }, 50_000)).toHaveLength(3);
  expect(looked).toBeLessThan(200);
});
