import { expect, test } from 'vitest';
import { createViewport, withCentredUi } from './viewport.ts';

test('in landscape the HUD is 768 high, and centring changes nothing', () => {
  const viewport = createViewport({ width: 1920, height: 1080 });
  expect(viewport.uiHeight).toBe(768);
  expect(withCentredUi(viewport).ui(10, 20)).toEqual(viewport.ui(10, 20));
});

test('in portrait the playfield is centred and the HUD fills the whole height', () => {
  const viewport = createViewport({ width: 1080, height: 1920 });
  const [left, right] = [viewport.toScreen({ x: 0, y: 0 }), viewport.toScreen({ x: 512, y: 384 })];
  expect(left.x).toBeCloseTo(1080 - right.x);
  expect(left.x).toBeGreaterThan(0);
  expect((left.y + right.y) / 2).toBeCloseTo(960 + 8 * viewport.osuPx);
  expect(viewport.ui(0, viewport.uiHeight).y).toBeCloseTo(1920);
});

test('in portrait a HUD of 768 is centred vertically', () => {
  const viewport = withCentredUi(createViewport({ width: 1080, height: 1920 }));
  expect(viewport.uiHeight).toBe(768);
  expect(viewport.ui(0, 768 / 2).y).toBeCloseTo(960);
});
