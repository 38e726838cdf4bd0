import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScreenRect } from '../display-list/display-list.ts';
import { placeLabels, type UnplacedLabel } from './place-labels.ts';

const frame = { width: 1280, height: 720, marginPx: 5 };
const label: UnplacedLabel = {
  appears: 0,
  vanishes: 1000,
  centre: { x: 600, y: 300 },
  reachPx: 50,
  away: { x: 0, y: 0 },
  width: 120,
  height: 24,
  next: [],
};

const overlaps = (a: ScreenRect, b: ScreenRect) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

test.each([
  ['right of it', { x: -30, y: 0 }, { left: 650, top: 288 }],
  ['left of it', { x: 30, y: 0 }, { left: 430, top: 288 }],
  ['below it', { x: 0, y: -30 }, { left: 540, top: 350 }],
  ['above it', { x: 0, y: 30 }, { left: 540, top: 226 }],
])('a label opposite to the line of its object is %s', (_, away, place) => {
  expect(placeLabels([{ ...label, away }], frame)).toEqual([{ ...place, width: 120, height: 24 }]);
});

test('labels never leave the frame, wherever their objects are', () => {
  const position = fc.double({ min: -5000, max: 5000, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.record({ x: position, y: position }), { minLength: 1, maxLength: 12 }), (centres) => {
      for (const { left, top, width, height } of placeLabels(
        centres.map((centre) => ({ ...label, centre })),
        frame,
      )) {
        expect(left).toBeGreaterThanOrEqual(5);
        expect(top).toBeGreaterThanOrEqual(5);
        expect(left + width).toBeLessThanOrEqual(1275);
        expect(top + height).toBeLessThanOrEqual(715);
      }
    }),
    { seed: 7 },
  );
});

test('twelve labels of one object do not cover one another', () => {
  const placed = placeLabels(
    Array.from({ length: 12 }, (_, i) => ({ ...label, appears: i, vanishes: 1000 + i })),
    frame,
  );
  for (const [i, rect] of placed.entries())
    for (const other of placed.slice(i + 1)) expect(overlaps(rect, other), JSON.stringify([rect, other])).toBe(false);
});

test('a label takes the place of one that has vanished', () => {
  const [first, second, third] = placeLabels(
    [label, { ...label, appears: 999 }, { ...label, appears: 1000, vanishes: 2000 }],
    frame,
  );
  expect(second).not.toEqual(first);
  expect(third).toEqual(first);
});

test('a label keeps off the object that comes next', () => {
  const next = { left: 640, top: 250, width: 100, height: 100 };
  const [alone] = placeLabels([label], frame);
  const [beside] = placeLabels([{ ...label, next: [next] }], frame);
  expect(overlaps(alone!, next)).toBe(true);
  expect(overlaps(beside!, next)).toBe(false);
});
