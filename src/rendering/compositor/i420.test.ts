import { describe, expect, test } from 'vitest';
import { mixedList, newCompositor, rgbOf, size } from '../../../test/support/compositor/test-compositor.ts';

describe('I420 output', () => {
  // With an odd number of rows, the last row also stands for the missing one below.
  test.each([size.height, 35])('of %d rows is BT.709, limited range, within one level of the formula', (height) => {
    const { width } = size;
    const compositor = newCompositor({ width, height });
    compositor.compose(mixedList(5));
    const planes = compositor.i420();
    const frame = rgbOf(compositor);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * 3;
        const luma = 0.2126 * frame[at]! + 0.7152 * frame[at + 1]! + 0.0722 * frame[at + 2]!;
        expect(Math.abs(planes[y * width + x]! - (16 + (luma * 219) / 255))).toBeLessThan(1);
      }
    }
    const chroma = width * height;
    for (let y = 0; y < height / 2; y++) {
      for (let x = 0; x < width / 2; x++) {
        const mean = [0, 1, 2].map((c) => {
          const value = (dx: number, dy: number) =>
            frame[(Math.min(y * 2 + dy, height - 1) * width + x * 2 + dx) * 3 + c]!;
          return (value(0, 0) + value(1, 0) + value(0, 1) + value(1, 1)) / 4;
        });
        const luma = 0.2126 * mean[0]! + 0.7152 * mean[1]! + 0.0722 * mean[2]!;
        const u = 128 + (((mean[2]! - luma) / 1.8556) * 224) / 255;
        const v = 128 + (((mean[0]! - luma) / 1.5748) * 224) / 255;
        const index = y * (width / 2) + x;
        expect(Math.abs(planes[chroma + index]! - u)).toBeLessThan(1);
        expect(Math.abs(planes[chroma + (width / 2) * Math.ceil(height / 2) + index]! - v)).toBeLessThan(1);
      }
    }
  });

  test('requested after some frames is that of the current frame', () => {
    const [late, always] = [newCompositor(), newCompositor()];
    for (let t = 0; t < 6; t++) {
      for (const compositor of [late, always]) compositor.compose(mixedList(t));
      always.i420();
    }
    expect(Buffer.compare(late.i420(), always.i420())).toBe(0);
  });

  test('and RGBA output can be requested for the same frame', () => {
    const [both, planesOnly] = [newCompositor(), newCompositor()];
    for (let t = 0; t < 8; t++) {
      for (const compositor of [both, planesOnly]) {
        compositor.compose(mixedList(t));
        compositor.i420();
      }
      const first = newCompositor();
      first.compose(mixedList(t));
      expect(Buffer.compare(rgbOf(both), rgbOf(first))).toBe(0);
      expect(Buffer.compare(both.changedTiles(), planesOnly.changedTiles())).toBe(0);
      expect(Buffer.compare(both.i420(), planesOnly.i420())).toBe(0);
    }
  });
});
