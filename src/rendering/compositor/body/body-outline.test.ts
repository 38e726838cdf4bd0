import { describe, expect, test } from 'vitest';
import { type Body, createDisplayList, type DisplayItem } from '../../scene/index.ts';
import { createBodyOutlines } from './body-outline.ts';

const size = { width: 320, height: 160 };
const white = { r: 255, g: 255, b: 255 };
const look = { border: white, outer: white, inner: white, trackAlpha: 1, radiusPx: 10 };
const whole = { from: 0, to: 1, alpha: 1 };

const across: Body = {
  ...look,
  path: [
    { x: 0, y: 0 },
    { x: 320, y: 160 },
  ],
};
const outside: Body = { ...look, path: [{ x: -500, y: 0 }] };
/** Twenty thousand turns within a small box. */
const tangle: Body = {
  ...look,
  radiusPx: 30,
  path: Array.from({ length: 20_000 }, (_, i) => ({ x: 100 + 20 * Math.cos(i), y: 80 + 20 * Math.sin(i) })),
};

/** A picture for every body below it, so that what else a list holds is seen to stay. */
function listOf(bodies: readonly Body[]): readonly DisplayItem[] {
  const list = createDisplayList();
  for (const body of bodies) {
    list.fill({ left: 0, top: 0, width: 9, height: 9 }, { colour: white });
    list.body({ ...body }, whole);
  }
  return list.items;
}
const many = (count: number, body: Body) => Array.from({ length: count }, () => body);
const bodiesIn = (items: readonly DisplayItem[]) => items.filter(({ kind }) => kind === 'body');
const shown = (items: readonly DisplayItem[]) => createBodyOutlines(size).withoutHiddenBodies(items);

describe('of the bodies of a list', () => {
  test.each([
    ['32 that cover the screen', many(32, across), 32],
    ['33 that cover the screen, all but the lowest', many(33, across), 32],
    ['5,000 that cover the screen, those on top', many(5_000, across), 32],
    ['those that are beyond the screen count for nothing', [...many(32, across), ...many(100, outside)], 132],
    ['one that is a tangle', many(1, tangle), 1],
    ['two that are tangles, the one on top', many(2, tangle), 1],
  ])('%s', (_, bodies, expected) => {
    const items = listOf(bodies);
    const left = shown(items);
    expect(bodiesIn(left)).toHaveLength(expected);
    expect(bodiesIn(left)[0]).toBe(bodiesIn(items).at(-expected));
    expect(left.filter(({ kind }) => kind !== 'body')).toHaveLength(bodies.length);
  });

  test('the same are shown whatever was asked for before', () => {
    const items = listOf(many(40, across));
    const sequel = createBodyOutlines(size);
    sequel.withoutHiddenBodies(items.slice(0, 50));
    sequel.withoutHiddenBodies(items.slice(30));
    expect(sequel.withoutHiddenBodies(items)).toEqual(shown(items));
  });
});
