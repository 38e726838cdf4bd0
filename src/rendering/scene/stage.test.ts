import { expect, test } from 'vitest';
import { createStage, inTheMiddle } from './stage.ts';

test('lying, the HUD is 768 high, and so is what is laid out for it', () => {
  const stage = createStage({ width: 1920, height: 1080 });
  expect(stage.uiHeight).toBe(768);
  expect(inTheMiddle(stage).ui(10, 20)).toEqual(stage.ui(10, 20));
});

test('upright, the whole field lies in the middle, and the HUD reaches from the top to the bottom', () => {
  const stage = createStage({ width: 1080, height: 1920 });
  const [left, right] = [stage.toScreen({ x: 0, y: 0 }), stage.toScreen({ x: 512, y: 384 })];
  expect(left.x).toBeCloseTo(1080 - right.x);
  expect(left.x).toBeGreaterThan(0);
  expect((left.y + right.y) / 2).toBeCloseTo(960 + 8 * stage.osuPx);
  expect(stage.ui(0, stage.uiHeight).y).toBeCloseTo(1920);
});

test('upright, what is laid out for 768 lies in the middle', () => {
  const stage = inTheMiddle(createStage({ width: 1080, height: 1920 }));
  expect(stage.uiHeight).toBe(768);
  expect(stage.ui(0, 768 / 2).y).toBeCloseTo(960);
});
