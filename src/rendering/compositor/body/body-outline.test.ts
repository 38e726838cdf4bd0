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
/** Twenty thousand segments within a small box. */
const tangle: Body = {
  ...look,
  radiusPx: 30,
  path: Array.from({ length: 20_000 }, (_, i) => ({ x: 100 + 20 * Math.cos(i), y: 80 + 20 * Math.sin(i) })),
};

/** Returns a list with a rectangle below every body, to check that other items stay. */
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
const withoutHidden = (items: readonly DisplayItem[]) => createBodyOutlines(size).withoutHiddenBodies(items);

describe('the visible bodies of a list', () => {
  test.each([
    ['are all of 32 that cover the screen', many(32, across), 32],
    ['are all of 33 that cover the screen but the lowest', many(33, across), 32],
    ['are the top ones of 5,000 that cover the screen', many(5_000, across), 32],
    ['include any number that are off the screen', [...many(32, across), ...many(100, outside)], 132],
    ['include one with very many segments', many(1, tangle), 1],
    ['are the upper one of two with very many segments', many(2, tangle), 1],
  ])('%s', (_, bodies, expected) => {
    const items = listOf(bodies);
    const visible = withoutHidden(items);
    expect(bodiesIn(visible)).toHaveLength(expected);
    expect(bodiesIn(visible)[0]).toBe(bodiesIn(items).at(-expected));
    expect(visible.filter(({ kind }) => kind !== 'body')).toHaveLength(bodies.length);
  });

  test('do not depend on the lists before', () => {
    const items = listOf(many(40, across));
    const continued = createBodyOutlines(size);
    continued.withoutHiddenBodies(items.slice(0, 50));
    continued.withoutHiddenBodies(items.slice(30));
    expect(continued.withoutHiddenBodies(items)).toEqual(withoutHidden(items));
  });
});
