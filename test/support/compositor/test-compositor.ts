import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type Compositor,
  createCompositor,
  type Kernel,
  type Picture,
} from '../../../src/rendering/compositor/index.ts';
import {
  type Body,
  createDisplayList,
  type DisplayList,
  type SpriteLook,
  spritesOf,
} from '../../../src/rendering/scene/index.ts';
import { kernelFactory } from './kernel.ts';
import { composeReference } from './reference-compositor.ts';

/** Creates a kernel with memory of its own. */
export const newKernel: () => Kernel = await kernelFactory();

/** Not a multiple of the tile size, so that the edges are tested too. */
export const size = { width: 92, height: 70 };

export const white = { r: 255, g: 255, b: 255 };

/** The images of every test compositor. */
export const images = new Map<string, Picture>([
  [
    'noise',
    picture(24, 18, (x, y) => [(x * 37 + y * 91) % 256, (x * 11) % 256, (y * 53) % 256, (x * 29 + y * 7) % 256]),
  ],
  [
    'disc',
    {
      ...picture(40, 40, (x, y) => (Math.hypot(x - 19.5, y - 19.5) < 18 ? [255, 160, 40, 255] : [0, 0, 0, 0])),
      density: 2,
    },
  ],
  [
    'ring',
    picture(40, 40, (x, y) =>
      Math.abs(Math.hypot(x - 19.5, y - 19.5) - 17) < 2 ? [255, 255, 255, 200] : [0, 0, 0, 0],
    ),
  ],
  ['opaque', picture(30, 20, (x) => [x * 8, 100, 200, 255])],
]);

/** A body whose path crosses itself. */
export const crossingBody: Body = {
  path: [
    { x: 20, y: 15 },
    { x: 70, y: 45 },
    { x: 70, y: 15 },
    { x: 20, y: 50 },
  ],
  radiusPx: 12,
  border: white,
  outer: { r: 20, g: 60, b: 140 },
  inner: { r: 80, g: 150, b: 240 },
  trackAlpha: 0.7,
};

/** Sprites of all kinds, at scales from one half on, where only the largest level of an image is used. */
export const anyLook: fc.Arbitrary<SpriteLook> = fc.record(
  {
    at: fc.record({
      x: fc.double({ min: -20, max: 110, noNaN: true }),
      y: fc.double({ min: -20, max: 90, noNaN: true }),
    }),
    scale: fc.oneof(fc.double({ min: 1, max: 3, noNaN: true }), fc.constant(1), fc.constant(-1.5)),
    origin: fc.record({
      x: fc.double({ min: 0, max: 1, noNaN: true }),
      y: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    rotation: fc.double({ min: -7, max: 7, noNaN: true }),
    alpha: fc.double({ min: 0.05, max: 1, noNaN: true }),
    tint: fc.record({ r: fc.nat(255), g: fc.nat(255), b: fc.nat(255) }),
    additive: fc.boolean(),
  },
  { requiredKeys: ['at', 'scale'] },
);
export const anySprite = fc.tuple(fc.constantFrom(...images.keys()), anyLook);

export function newCompositor(frameSize = size, kernel = newKernel()): Compositor {
  const compositor = createCompositor(kernel, frameSize);
  for (const [name, image] of images) compositor.setImage(name, image);
  return compositor;
}

export function picture(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly [number, number, number, number],
): Picture {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgba.set(colourAt(x, y), (y * width + x) * 4);
  return { width, height, rgba, density: 1 };
}

/** Returns a list with items of every kind, which change with `t`. */
export function mixedList(t: number): DisplayList {
  const list = createDisplayList();
  list.sprite('opaque', { at: { x: 46, y: 35 }, scale: 4, still: true });
  list.body(crossingBody, { from: 0, to: Math.min(1, t / 6), alpha: 0.8 });
  list.sprite('ring', { at: { x: 40, y: 30 }, scale: 2 - t / 12, tint: { r: 255, g: 100, b: 100 }, alpha: 0.9 });
  list.sprite('disc', { at: { x: 10 + t * 3.7, y: 20 }, scale: 0.9, rotation: t / 5 });
  list.sprite('noise', { at: { x: 60, y: 50 }, scale: 1, additive: true, alpha: (t % 3) / 3 });
  list.motion(
    'disc',
    looks(5, (i) => ({ at: { x: 20 + t * 5 + i * 2, y: 40 }, scale: 1 + t / 9, rotation: t + i / 3 })),
  );
  list.motion(
    'noise',
    looks(3, (i) => ({ at: { x: 70 - t * 4 - i, y: 20 + i }, scale: 0.7, additive: t % 2 === 0 })),
  );
  list.sprite('noise', { at: { x: 60, y: 25 }, scale: 1 + t / 20, rotation: t, sweep: (1 + (t % 4)) / 6, alpha: 0.5 });
  const streak = spritesOf((sprites) => {
    sprites.sprite('disc', { at: { x: 15 + t * 4.3, y: 50 }, scale: 0.8, rotation: t / 9 });
    sprites.sprite('noise', { at: { x: 15 + t * 4.3, y: 50 }, scale: 0.8, additive: t % 3 === 0 });
  });
  list.streak(streak, [{ x: -t, y: 1 }, null, { x: 0, y: 0 }, { x: t, y: -2 }]);
  list.pie({ at: { x: 80, y: 12 }, radiusPx: 8, sweep: t / 12 }, { colour: white, alpha: 0.5 });
  if (t > 8) list.spotlight({ at: { x: 30 + t, y: 30 }, innerPx: 10, outerPx: 30, alpha: 0.9 });
  return list;
}

export function looks(count: number, lookAt: (i: number) => SpriteLook): SpriteLook[] {
  return Array.from({ length: count }, (_, i) => lookAt(i));
}

/** Returns the compositor's frame as packed RGB. */
export function rgbOf(compositor: Compositor): Buffer {
  const { pixels, strideBytes } = compositor.rgba();
  const packed = Buffer.alloc(compositor.width * compositor.height * 3);
  for (let y = 0; y < compositor.height; y++) {
    for (let x = 0; x < compositor.width; x++) {
      for (let c = 0; c < 3; c++) packed[(y * compositor.width + x) * 3 + c] = pixels[y * strideBytes + x * 4 + c]!;
    }
  }
  return packed;
}

export function pixelAt(compositor: Compositor, x: number, y: number): Buffer {
  return rgbOf(compositor).subarray((y * compositor.width + x) * 3, (y * compositor.width + x) * 3 + 3);
}

export interface Tolerance {
  /** No channel differs by more. */
  readonly level: number;
  /** This share of the channels may differ by more than `otherwise`. */
  readonly share?: number;
  readonly otherwise?: number;
}

/** Composes a list and compares the frame with the reference compositor's. */
export function expectReference(compositor: Compositor, list: DisplayList, tolerance: Tolerance): void {
  compositor.compose(list);
  const actual = rgbOf(compositor);
  const expected = composeReference(list, images, size);
  let maxDifference = 0;
  let outliers = 0;
  for (const [i, level] of expected.entries()) {
    const difference = Math.abs(actual[i]! - level);
    maxDifference = Math.max(maxDifference, difference);
    if (difference > (tolerance.otherwise ?? tolerance.level)) outliers++;
  }
  expect(maxDifference).toBeLessThanOrEqual(tolerance.level);
  expect(outliers / expected.length).toBeLessThanOrEqual(tolerance.share ?? 0);
}
