import { describe, expect, test } from 'vitest';
import { createViewport } from '../viewport.ts';
import { createDisplayList, type ScreenPoint } from './display-list.ts';
import {
  drawMovingImage,
  drawMovingSprites,
  drawRotatingImage,
  exposedFraction,
  type MotionBlur,
} from './motion-blur.ts';

const blurred: MotionBlur = { viewport: createViewport({ width: 1920, height: 1080 }), exposure: 8 };
const sharp: MotionBlur = { ...blurred, exposure: 0 };

/** Draws a sprite that moves from 0 at time 0, at a speed in pixels per millisecond. */
function drawMovingAt(pxPerMs: number, { motionBlur = blurred, exists = (_: number): boolean => true } = {}) {
  const list = createDisplayList();
  const positionAt = (time: number): ScreenPoint | null => (exists(time) ? { x: time * pxPerMs, y: 50 } : null);
  drawMovingSprites(list, motionBlur, { t: 100, positionAt }, (sprites, at) => sprites.sprite('a', { at, scale: 1 }));
  return list.items;
}

describe('a moving group of sprites', () => {
  test('is one sprite without exposure, standing still, or hardly moving', () => {
    for (const [speed, motionBlur] of [
      [20, sharp],
      [0, blurred],
      [0.31, blurred],
    ] as const) {
      expect(drawMovingAt(speed, { motionBlur })).toEqual([
        expect.objectContaining({ kind: 'sprite', at: { x: 100 * speed, y: 50 } }),
      ]);
    }
  });

  test.each([
    [0.32, 2],
    [2.5, 8],
    [10, 32],
    [20, 64],
    [100, 64],
  ])('at %d pixels per millisecond has %d samples, 2.5 pixels of 1080 apart, at most 64', (speed, samples) => {
    const [item] = drawMovingAt(speed);
    if (item?.kind !== 'streak') throw new Error(`A ${item?.kind}.`);
    expect(item.path).toHaveLength(samples);
    const span = item.path.at(-1)!.x - item.path[0]!.x;
    expect(span).toBeCloseTo(speed * 8 * (1 - 1 / samples));
    // Half of the exposure lies before the frame's time.
    expect(item.path.at(-1)!.x).toBeCloseTo(-item.path[0]!.x);
  });

  test('has the same number of samples at every frame size', () => {
    const small: MotionBlur = { ...blurred, viewport: createViewport({ width: 1280, height: 720 }) };
    const [item] = drawMovingAt(2.4 / 1.5, { motionBlur: small });
    expect(item?.kind === 'streak' && item.path.length).toBe(8);
  });

  test('that appears within the exposure exists in the samples from then on', () => {
    const [item] = drawMovingAt(0, { exists: (time) => time >= 102 });
    expect(item?.kind === 'streak' && item.path.map((point) => point !== null)).toEqual([false, false, false, true]);
  });

  test('that does not exist is not drawn', () => {
    expect(drawMovingAt(3, { exists: () => false })).toEqual([]);
  });
});

describe('an image that moves or grows', () => {
  const items = (scalePerMs: number, anglePerMs: number, motionBlur = blurred) => {
    const list = createDisplayList();
    drawMovingImage(list, motionBlur, { t: 100, image: 'a', reach: 50 }, (time) => ({
      at: { x: 9, y: 9 },
      scale: 1 + (time - 100) * scalePerMs,
      rotation: (time - 100) * anglePerMs,
    }));
    return list.items;
  };

  test.each([
    ['by nearly 20 pixels', 0.0499, 0, 8],
    ['by nearly 40 pixels at its edge', 0.0001, 0.0998, 16],
    ['by a little more than 5 pixels', 0.0126, 0, 3],
  ])('%s has a sample for every two and a half pixels', (_, scalePerMs, anglePerMs, samples) => {
    const [item] = items(scalePerMs, anglePerMs);
    expect(item?.kind === 'motion' && item.looks.length).toBe(samples);
  });

  test('by less than 5 pixels is one sprite', () => {
    expect(items(0.0124, 0)).toEqual([expect.objectContaining({ kind: 'sprite', scale: 1 })]);
  });

  test('has samples that are as far apart as two and a quarter of its own pixels, if it is drawn large', () => {
    const list = createDisplayList();
    const look = (time: number) => ({ at: { x: 9, y: 9 }, scale: 4 + (time - 100) * 0.0499 });
    drawMovingImage(list, blurred, { t: 100, image: 'a', reach: 50 }, look);
    const [item] = list.items;
    expect(item?.kind === 'motion' && item.looks.length).toBe(3);
  });

  test.each([
    ['less than twice as far as it grows is scaled', 1, 'motion'],
    ['more than twice as far as it grows keeps its scale', 1.4, 'streak'],
  ] as const)('that moves %s', (_, pxPerMs, kind) => {
    const list = createDisplayList();
    const look = (time: number) => ({ at: { x: time * pxPerMs, y: 9 }, scale: 1 + (time - 100) * 0.0125 });
    drawMovingImage(list, blurred, { t: 100, image: 'a', reach: 50 }, look);
    expect(list.items.map((item) => item.kind)).toEqual([kind]);
  });

  test('is one sprite without exposure', () => {
    expect(items(0.02, 0.05, sharp)).toEqual([expect.objectContaining({ kind: 'sprite', scale: 1, rotation: 0 })]);
  });
});

describe('an image that rotates around its centre', () => {
  const draw = (angleAt: (time: number) => number, { motionBlur = blurred, t = 100 } = {}) => {
    const list = createDisplayList();
    const look = { at: { x: 9, y: 9 }, scale: 1 };
    drawRotatingImage(list, motionBlur, { t, image: 'a', reach: 50, look }, angleAt);
    return list.items;
  };

  test.each([
    ['', 0.05],
    [' counterclockwise', -0.05],
  ])('%s is one sprite with the angle as its sweep', (_, anglePerMs) => {
    expect(draw((time) => (time - 100) * anglePerMs)).toEqual([
      expect.objectContaining({ kind: 'sprite', rotation: expect.closeTo(0), sweep: expect.closeTo(0.4) }),
    ]);
  });

  test('by less than a pixel at its edge, or without exposure, is sharp', () => {
    expect(draw((time) => time * 0.0024)).toEqual([expect.objectContaining({ kind: 'sprite', sweep: undefined })]);
    expect(draw((time) => time * 0.05, { motionBlur: sharp })).toEqual([
      expect.objectContaining({ kind: 'sprite', rotation: 5, sweep: undefined }),
    ]);
  });

  test('in steps has the blur of its mean speed in every frame', () => {
    // A cursor that is recorded every 16 ms, drawn every 10 ms.
    const angleAt = (time: number) => Math.floor(time / 16) * 16 * 0.05;
    const sweeps = Array.from({ length: 50 }, (_, i) => {
      const [item] = draw(angleAt, { t: 1000 + i * 10 });
      return item?.kind === 'sprite' ? (item.sweep ?? 0) : 0;
    });
    for (const sweep of sweeps) expect(Math.abs(sweep - 0.4)).toBeLessThan(0.04);
  });
});

test.each([
  [90, 1],
  [96, 1],
  [98, 0.75],
  [100, 0.5],
  [104, 0],
])('something that exists since %d is visible for %d of the exposure', (since, fraction) => {
  expect(exposedFraction(blurred, since, 100)).toBe(fraction);
  expect(exposedFraction(sharp, since, 100)).toBe(1);
});
