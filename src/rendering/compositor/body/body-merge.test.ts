import { beforeAll, describe, expect, test } from 'vitest';
import { kernelFactory } from '../../../../test/support/compositor/kernel.ts';
import { type Body, type BodyLook, createDisplayList, type DisplayList } from '../../scene/index.ts';
import { type Compositor, createCompositor, type Kernel } from '../index.ts';

// Two bodies that cross in the middle of the picture.

const size = { width: 160, height: 112 };
const grey = { r: 180, g: 180, b: 180 };
const look = { from: 0, to: 1, alpha: 1, merged: true };
const colours = { border: { r: 255, g: 255, b: 255 }, outer: { r: 80, g: 40, b: 160 }, inner: grey, trackAlpha: 0.7 };
const across: Body = { ...colours, radiusPx: 18, path: line([30, 56], [130, 56]) };
const down: Body = { ...colours, radiusPx: 18, path: line([80, 26], [80, 86]) };
/** One path along both of them, without a break. */
const both: Body = { ...across, path: line([30, 56], [130, 56], [80, 56], [80, 26], [80, 86]) };

let newKernel: () => Kernel;
beforeAll(async () => {
  newKernel = await kernelFactory();
});

describe('merged bodies', () => {
  test('look like one body along all of their paths', () => {
    const joined = pixelsOf(listOf([down, look], [across, look]));
    const one = pixelsOf(listOf([both, { from: 0, to: 1, alpha: 1 }]));
    // Merged bodies lack the faint outermost shadow.
    expect(differing(joined, one, 2)).toBe(0);
    const apart = pixelsOf(listOf([down, { ...look, merged: false }], [across, { ...look, merged: false }]));
    expect(differing(apart, one, 2)).toBeGreaterThan(500);
  });

  test('are painted once where they overlap, each in its own colour', () => {
    const red: Body = { ...down, outer: { r: 200, g: 0, b: 0 }, inner: { r: 200, g: 0, b: 0 } };
    const pixels = pixelsOf(listOf([red, look], [across, look]));
    const alone = pixelsOf(listOf([red, look]));
    expect(at(pixels, 80, 40)).toEqual(at(alone, 80, 40));
    expect(at(pixels, 60, 56)).toEqual(at(pixelsOf(listOf([across, look])), 60, 56));
  });

  test('keep their own tints where they take over from each other', () => {
    const tint = { r: 0, g: 255, b: 0 };
    const both = pixelsOf(listOf([down, { ...look, alpha: 0.5 }], [across, { ...look, tint }]));
    const alone = pixelsOf(listOf([across, { ...look, tint }]));
    expect(at(both, 50, 56)).toEqual(at(alone, 50, 56));
    expect(at(both, 50, 56)[0]).toBeLessThan(10);
    expect(at(both, 80, 36)[0]).toBeGreaterThan(40);
  });

  test('take over from each other without a visible step', () => {
    const levels = Array.from({ length: 101 }, (_, i) => {
      const fading = { ...look, alpha: i / 100 };
      return at(pixelsOf(listOf(...(i === 0 ? [] : [[down, fading] as const]), [across, look])), 80, 48);
    });
    for (let i = 1; i < levels.length; i++) {
      for (const c of [0, 1, 2]) expect(Math.abs(levels[i]![c]! - levels[i - 1]![c]!), `step ${i}`).toBeLessThan(12);
    }
  });

  test('look the same whatever was painted before', () => {
    const continued = fresh();
    const frames: [number, number, number][] = [
      [0.2, 1, 1],
      [0.8, 1, 1],
      [1, 1, 1],
      [1, 0.4, 0.5],
      [1, 1, 0.5],
      [1, 1, 1],
      [0, 1, 1],
    ];
    for (const [grown, alphaDown, alphaAcross] of frames) {
      const list = listOf(
        [down, { ...look, to: grown, alpha: alphaDown }],
        [across, { ...look, alpha: alphaAcross }],
        [both, { ...look, from: 0.9, alpha: 0.2 }],
      );
      continued.compose(list);
      expect(differing(pixelsOf(list), continued.rgba().pixels.slice()), String([grown, alphaDown])).toBe(0);
    }
  });

  test('change no tile if they stay the same', () => {
    const compositor = fresh();
    const list = () => listOf([down, { ...look, alpha: 0.5 }], [across, look]);
    expect(compositor.compose(list())).toBeGreaterThan(0);
    expect(compositor.compose(list())).toBe(0);
  });

  test('beyond the limit are painted without being merged', () => {
    const many = Array.from({ length: 40 }, (_, i): [Body, BodyLook] => [
      { ...across, path: line([20 + i * 3, 20], [20 + i * 3, 90]) },
      look,
    ]);
    expect(fresh().compose(listOf(...many))).toBeGreaterThan(0);
  });
});

function line(...points: readonly (readonly [number, number])[]) {
  return points.map(([x, y]) => ({ x, y }));
}

function listOf(...bodies: readonly (readonly [Body, BodyLook])[]): DisplayList {
  const list = createDisplayList();
  list.fill({ left: 0, top: 0, ...size }, { colour: { r: 20, g: 60, b: 20 } });
  for (const [body, look] of bodies) list.body(body, look);
  return list;
}

function fresh(): Compositor {
  return createCompositor(newKernel(), size);
}

function pixelsOf(list: DisplayList): Uint8Array {
  const compositor = fresh();
  compositor.compose(list);
  return compositor.rgba().pixels.slice();
}

function at(pixels: Uint8Array, x: number, y: number): number[] {
  const offset = (y * 160 + x) * 4;
  return Array.from(pixels.subarray(offset, offset + 3));
}

/** Counts the values that differ by more than `level`. */
function differing(a: Uint8Array, b: Uint8Array, level = 0): number {
  let count = 0;
  for (const [i, value] of a.entries()) if (Math.abs(value - b[i]!) > level) count++;
  return count;
}
