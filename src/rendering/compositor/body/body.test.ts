import { describe, expect, test } from 'vitest';
import {
  crossingBody,
  expectReference,
  newCompositor,
  rgbOf,
} from '../../../../test/support/compositor/test-compositor.ts';
import { type Body, type BodyLook, createDisplayList } from '../../scene/index.ts';

describe('slider bodies', () => {
  test('look like the reference where their path crosses itself', () => {
    const list = createDisplayList();
    list.body(crossingBody, { from: 0, to: 1, alpha: 0.9 });
    // The kernel softens edges over a pixel; the reference has hard edges.
    expectReference(newCompositor(), list, { level: 160, share: 0.12, otherwise: 3 });
  });

  test('that grow, shrink or jump look as if they were measured at once', () => {
    const continued = newCompositor();
    const growing = [0, 0.2, 0.21, 1].map((to) => ({ from: 0, to }));
    const shrinking = [0.3, 0.4, 0.95].map((from) => ({ from, to: 1 - from / 100 }));
    const jumping = [0, 0.05, 0.9, 1, 0].map((from) => ({ from, to: Math.min(1, from + 0.2) }));
    for (const { from, to } of [...growing, ...shrinking, ...jumping]) {
      const list = createDisplayList();
      list.body(crossingBody, { from, to, alpha: 0.9 });
      continued.compose(list);
      const separate = newCompositor();
      separate.compose(list);
      expect(Buffer.compare(rgbOf(continued), rgbOf(separate)), `from ${from} to ${to}`).toBe(0);
    }
  });

  test('are tinted, with an alpha and at their border as well', () => {
    const pixelsOf = (look: Partial<BodyLook>) => {
      const list = createDisplayList();
      list.body(crossingBody, { from: 0, to: 1, alpha: 1, ...look });
      const compositor = newCompositor();
      compositor.compose(list);
      return rgbOf(compositor);
    };
    const bright = pixelsOf({ alpha: 0.9 });
    const halved = pixelsOf({ alpha: 0.9, tint: { r: 127.5, g: 127.5, b: 127.5 } });
    expect(Math.max(...bright)).toBeGreaterThan(200);
    const apart = bright.map((level, i) => Math.abs(level / 2 - halved[i]!));
    expect(Math.max(...apart)).toBeLessThan(2);
  });

  test('change the tiles they touch, and then only those where they grow or shrink', () => {
    const compositor = newCompositor({ width: 320, height: 160 });
    // Down the second column of tiles, then along the ninth row.
    const path = [
      { x: 24, y: 24 },
      { x: 24, y: 136 },
      { x: 296, y: 136 },
    ];
    const corner: Body = { ...crossingBody, path, radiusPx: 8 };
    const changed = (from: number, to: number) => {
      const list = createDisplayList();
      list.body(corner, { from, to, alpha: 1 });
      return compositor.compose(list);
    };
    compositor.compose(createDisplayList());
    expect(changed(0, 1)).toBe(8 + 17);
    expect(changed(0, 1)).toBe(0);
    expect(changed(48 / 384, 1)).toBe(4);
    expect(changed(48 / 384, 1 - 32 / 384)).toBe(3);
    expect(changed(48 / 384, 1)).toBe(3);
  });
});
