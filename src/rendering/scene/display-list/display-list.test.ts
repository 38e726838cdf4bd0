import { expect, test } from 'vitest';
import { createDisplayList } from './display-list.ts';

const at = { x: 0, y: 0 };
const rect = { left: 0, top: 0, width: 1, height: 1 };
const body = { path: [at], radiusPx: 1, border: black(), outer: black(), inner: black(), trackAlpha: 1 };

function black() {
  return { r: 0, g: 0, b: 0 };
}

test.each([
  [1 / 512, 5],
  [1 / 513, 0],
  [0, 0],
  [-1, 0],
])('with an alpha of %f, %i of five items are listed', (alpha, count) => {
  const list = createDisplayList();
  list.sprite('picture', { at, scale: 1, alpha });
  list.body(body, { from: 0, to: 1, alpha });
  list.fill(rect, { colour: black(), alpha });
  list.pie({ at, radiusPx: 1, sweep: 1 }, { colour: black(), alpha });
  list.spotlight({ at, innerPx: 1, outerPx: 2, alpha });
  expect(list.items).toHaveLength(count);
});

test('items without a size are not listed', () => {
  const list = createDisplayList();
  list.sprite('picture', { at, scale: 0 });
  list.sprite('picture', { at, scale: 1, scaleY: 0 });
  list.body(body, { from: 0.6, to: 0.5, alpha: 1 });
  list.fill({ ...rect, width: 0 }, { colour: black() });
  list.fill({ ...rect, height: 0 }, { colour: black() });
  list.pie({ at, radiusPx: 1, sweep: 0 }, { colour: black() });
  expect(list.items).toEqual([]);
});

test('a mirrored sprite is listed with all its properties', () => {
  const list = createDisplayList();
  const look = { at, scale: -2, scaleY: 3, origin: at, rotation: 1, alpha: 0.5, tint: black(), additive: true };
  list.sprite('picture', { ...look, still: true, crop: rect });
  expect(list.items).toEqual([{ kind: 'sprite', image: 'picture', ...look, still: true, crop: rect }]);
});
