import { describe, expect, test } from 'vitest';
import { newCompositor, newKernel, pixelAt, rgbOf, size } from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList, type SpriteLook } from '../scene/index.ts';

const turn = 2 * Math.PI;

function paint(look: Partial<SpriteLook>, { image = 'noise', kernel = newKernel() } = {}): Buffer {
  const compositor = newCompositor(size, kernel);
  const list = createDisplayList();
  list.sprite(image, { at: { x: 46, y: 35 }, scale: 1.5, ...look });
  compositor.compose(list);
  return Buffer.from(rgbOf(compositor));
}

function meanDifference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
}

describe('sprites that stand still at an angle', () => {
  test.each([1, 37, 128, 200, 301, 511])('look like one that moves, at %i of 512 angles', (step) => {
    const rotation = (step / 512) * turn;
    const upright = paint({});
    for (const look of [{}, { scale: -1.5, scaleY: 1.5 }, { scale: 0.4 }, { alpha: 0.5, additive: true }]) {
      const difference = meanDifference(paint({ ...look, rotation, still: true }), paint({ ...look, rotation }));
      // Rounding only: other angles, sizes and places differ by several steps of 255.
      expect(difference).toBeLessThan(0.15);
    }
    expect(meanDifference(paint({ rotation, still: true }), upright)).toBeGreaterThan(0.5);
  });

  test('share a copy if their angles differ by less than half a step, and stand on whole pixels', () => {
    const rotation = turn / 8;
    const first = paint({ rotation, still: true });
    expect(paint({ rotation: rotation + 0.4 * (turn / 512), still: true }).equals(first)).toBe(true);
    expect(paint({ rotation: rotation - 3 * turn, still: true }).equals(first)).toBe(true);
    expect(paint({ rotation: rotation + 0.6 * (turn / 512), still: true }).equals(first)).toBe(false);
    expect(paint({ at: { x: 46.3, y: 34.8 }, rotation, still: true }).equals(first)).toBe(true);
  });

  test('are painted exactly where they stand if they have another origin or are cropped', () => {
    const rotation = 1;
    for (const look of [{ origin: { x: 0, y: 0 } }, { crop: { left: 0, top: 0, width: 0.5, height: 1 } }])
      expect(paint({ ...look, rotation, still: true }).equals(paint({ ...look, rotation }))).toBe(true);
  });

  test('use limited memory, however many angles and sizes they have', () => {
    const kernel = newKernel();
    const compositor = newCompositor(size, kernel);
    for (let frame = 0; frame < 60; frame += 2) {
      const list = createDisplayList();
      for (let i = 0; i < 12; i++) {
        const rotation = (frame * 12 + i) / 100;
        list.sprite('noise', { at: { x: i * 7, y: 30 }, scale: 20 + i + frame, rotation, still: true });
      }
      compositor.compose(list);
    }
    expect(kernel.memory.buffer.byteLength).toBeLessThan(80 * 1024 * 1024);
    expect(pixelAt(compositor, 40, 30)).not.toEqual([0, 0, 0]);
  });
});
