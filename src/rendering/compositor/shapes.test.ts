import { describe, expect, test } from 'vitest';
import { expectReference, newCompositor, pixelAt, white } from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList } from '../scene/index.ts';

describe('shapes', () => {
  test('look like the reference: rectangles, slices and spotlights', () => {
    const list = createDisplayList();
    list.fill({ left: 4.5, top: 3.25, width: 60, height: 50.5 }, { colour: { r: 200, g: 90, b: 30 }, alpha: 0.8 });
    list.fill({ left: 30, top: 20, width: 200, height: 10 }, { colour: { r: 90, g: 90, b: 255 }, additive: true });
    for (const sweep of [0.1, 0.4, 0.5, 0.8, 1, -0.3]) {
      list.pie({ at: { x: 10 + Math.abs(sweep) * 60, y: 30 }, radiusPx: 9.5, sweep }, { colour: white, alpha: 0.6 });
    }
    list.spotlight({ at: { x: 40, y: 35 }, innerPx: 12, outerPx: 40, alpha: 0.9 });
    // The kernel estimates the corner pixels of a slice from distances.
    expectReference(newCompositor(), list, { level: 40, share: 0.01, otherwise: 3 });
  });

  test('that are opaque hide changes below them', () => {
    const compositor = newCompositor({ width: 64, height: 64 });
    const at = (below: number, alpha = 1) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x: below, y: 30 }, scale: 1 });
      list.fill({ left: -1, top: 0, width: 48.5, height: 64 }, { colour: white, alpha });
      return compositor.compose(list);
    };
    at(14);
    expect(at(18)).toBe(0);
    // The last column of pixels is only half covered.
    expect(at(40)).toBeGreaterThan(0);
    at(14, 0.9);
    expect(at(15, 0.9)).toBeGreaterThan(0);
  });

  test('of spotlights change only tiles at the edge of the light, and hide changes in the dark', () => {
    const compositor = newCompositor({ width: 320, height: 320 });
    const at = (x: number, hidden: number, alpha = 1) => {
      const list = createDisplayList();
      list.sprite('opaque', { at: { x: 160, y: 160 }, scale: 20 });
      list.sprite('disc', { at: { x: 300, y: hidden }, scale: 1 });
      list.spotlight({ at: { x, y: 160 }, innerPx: 60, outerPx: 80, alpha });
      return compositor.compose(list);
    };
    at(100, 50);
    expect(at(100, 60)).toBe(0);
    const moved = at(102, 60);
    expect(moved).toBeGreaterThan(20);
    expect(moved).toBeLessThan(100);
    expect([...pixelAt(compositor, 300, 160)]).toEqual([0, 0, 0]);
    expect(at(102, 60, 0.9)).toBeGreaterThan(300);
    expect(at(102, 70, 0.9)).toBeGreaterThan(0);
  });
});
