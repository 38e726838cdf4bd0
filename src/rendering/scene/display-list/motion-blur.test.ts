import { describe, expect, test } from 'vitest';
import { createViewport } from '../viewport.ts';
import { createDisplayList, type ScreenPoint } from './display-list.ts';
import { drawMovingImage, drawMovingSprites, exposedFraction, type MotionBlur } from './motion-blur.ts';

const camera: MotionBlur = { viewport: createViewport({ width: 1920, height: 1080 }), exposure: 8 };
const instant: MotionBlur = { ...camera, exposure: 0 };

/** Moves so many pixels a millisecond, from 0 at time 0. */
function glide(pxPerMs: number, { through = camera, isThere = (_: number): boolean => true } = {}) {
  const list = createDisplayList();
  const positionAt = (time: number): ScreenPoint | null => (isThere(time) ? { x: time * pxPerMs, y: 50 } : null);
  drawMovingSprites(list, through, { t: 100, positionAt }, (sprites, at) => sprites.sprite('a', { at, scale: 1 }));
  return list.items;
}

describe('what moves as a whole', () => {
  test('is one sprite when it is seen for an instant, stands still, or hardly moves', () => {
    for (const [speed, through] of [
      [20, instant],
      [0, camera],
      [0.24, camera],
    ] as const) {
      expect(glide(speed, { through })).toEqual([
        expect.objectContaining({ kind: 'sprite', at: { x: 100 * speed, y: 50 } }),
      ]);
    }
  });

  test.each([
    [0.26, 2],
    [2, 8],
    [10, 40],
    [16, 64],
    [100, 64],
  ])('at %d pixels a millisecond is seen at %d places, two pixels of 1080 apart or 64', (speed, moments) => {
    const [item] = glide(speed);
    if (item?.kind !== 'streak') throw new Error(`A ${item?.kind}.`);
    expect(item.path).toHaveLength(moments);
    const span = item.path.at(-1)!.x - item.path[0]!.x;
    expect(span).toBeCloseTo(speed * 8 * (1 - 1 / moments));
    // As long before its time as after.
    expect(item.path.at(-1)!.x).toBeCloseTo(-item.path[0]!.x);
  });

  test('is drawn as often at every size of the picture', () => {
    const small: MotionBlur = { ...camera, viewport: createViewport({ width: 1280, height: 720 }) };
    const [item] = glide(2 / 1.5, { through: small });
    expect(item?.kind === 'streak' && item.path.length).toBe(8);
  });

  test('that comes meanwhile is there for the moments from then on', () => {
    const [item] = glide(0, { isThere: (time) => time >= 102 });
    expect(item?.kind === 'streak' && item.path.map((point) => point !== null)).toEqual([false, false, false, true]);
  });

  test('that is not there is not drawn', () => {
    expect(glide(3, { isThere: () => false })).toEqual([]);
  });
});

describe('what grows or turns', () => {
  const items = (growth: number, turn: number, through = camera) => {
    const list = createDisplayList();
    drawMovingImage(list, through, { t: 100, image: 'a', reach: 50 }, (time) => ({
      at: { x: 9, y: 9 },
      scale: 1 + (time - 100) * growth,
      rotation: (time - 100) * turn,
    }));
    return list.items;
  };

  test.each([
    ['grows by nearly 8 pixels', 0.0199, 0, 4],
    ['turns meanwhile, by nearly 20 pixels at its rim', 0.0001, 0.0498, 10],
  ])('and %s is drawn anew for every two of them', (_, growth, turn, moments) => {
    const [item] = items(growth, turn);
    expect(item?.kind === 'motion' && item.looks.length).toBe(moments);
  });

  test.each([
    ['', 0.05],
    [' anticlockwise', -0.05],
  ])('and only turns%s is one sprite that sweeps as far as it comes', (_, turn) => {
    expect(items(0, turn)).toEqual([
      expect.objectContaining({ kind: 'sprite', rotation: 0, sweep: expect.closeTo(0.4) }),
    ]);
  });

  test('and turns by less than a pixel at its rim is sharp', () => {
    expect(items(0, 0.0024)).toEqual([expect.objectContaining({ kind: 'sprite', sweep: undefined })]);
  });

  test('is one sprite when it is seen for an instant', () => {
    expect(items(0.02, 0.05, instant)).toEqual([expect.objectContaining({ kind: 'sprite', scale: 1, rotation: 0 })]);
  });
});

test.each([
  [90, 1],
  [96, 1],
  [98, 0.75],
  [100, 0.5],
  [104, 0],
])('what lies there since %d is seen for %d of the exposure', (since, share) => {
  expect(exposedFraction(camera, since, 100)).toBe(share);
  expect(exposedFraction(instant, since, 100)).toBe(1);
});
