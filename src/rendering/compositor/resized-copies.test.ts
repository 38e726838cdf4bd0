import { describe, expect, test } from 'vitest';
import {
  newCompositor,
  newKernel,
  picture,
  pixelAt,
  rgbOf,
  size,
} from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList, type SpriteLook } from '../scene/index.ts';

describe('sprites of constant size', () => {
  test('are painted on whole pixels, from a resized copy, if they stand still', () => {
    const compositor = newCompositor();
    const at = (x: number) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x, y: 30 }, scale: 1.7, still: true });
      compositor.compose(list);
      return Buffer.from(rgbOf(compositor));
    };
    expect(Buffer.compare(at(40), at(40.3))).toBe(0);
    expect(Buffer.compare(at(40), at(41))).not.toBe(0);
  });

  test('are painted between whole pixels, from a resized copy, if they move', () => {
    const compositor = newCompositor();
    const at = (x: number, look: Partial<SpriteLook>) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x, y: 30 }, scale: 1.7, ...look });
      compositor.compose(list);
      return Buffer.from(rgbOf(compositor));
    };
    const still = at(40, { still: true });
    const [steady, shifted, shiftedFurther] = [40, 40.3, 41.3].map((x) => at(x, { steady: true }));
    expect(Buffer.compare(steady!, still)).toBe(0);
    expect(Buffer.compare(at(40, {}), still)).not.toBe(0);
    expect(Buffer.compare(shifted!, steady!)).not.toBe(0);
    // One pixel further to the right it looks the same.
    const lastPixel = 3 * (size.width * size.height - 1);
    expect(Buffer.compare(shiftedFurther!.subarray(3), shifted!.subarray(0, lastPixel))).toBe(0);
  });

  test('are all painted, even if their copies exceed the budget', () => {
    const compositor = newCompositor();
    const colours = [200, 150, 100, 50];
    const list = createDisplayList();
    for (const [i, grey] of colours.entries()) {
      compositor.setImage(`grey ${i}`, { ...picture(2, 2, () => [grey, grey, grey, 255]), sharp: true });
      // Nine megabytes each; each covers all but a strip of the previous one.
      const place = { at: { x: i * 20, y: 0 }, origin: { x: 0, y: 0 } };
      list.sprite(`grey ${i}`, { ...place, scale: 750 + i, still: true });
    }
    compositor.compose(list);
    expect(colours.map((_, i) => pixelAt(compositor, i * 20 + 10, 30)[0])).toEqual(colours);
  });

  test('that exceed the budget are painted without copies, whatever was painted before', () => {
    const places = Array.from({ length: 30 }, (_, i) => ({ x: (i * 17) % 92, y: (i * 29) % 70, scale: 20 + i * 2.3 }));
    const at = (from: number, count: number) => {
      const list = createDisplayList();
      for (const { x, y, scale } of places.slice(from, from + count))
        list.sprite('noise', { at: { x, y }, scale, alpha: 0.4, still: true });
      return list;
    };
    const continued = newCompositor();
    for (const [from, count] of [
      [20, 10],
      [0, 30],
      [3, 8],
      [25, 5],
      [0, 30],
      [10, 20],
    ] as const) {
      const separate = newCompositor();
      for (const compositor of [continued, separate]) compositor.compose(at(from, count));
      expect(Buffer.compare(rgbOf(continued), rgbOf(separate)), `${count} from ${from}`).toBe(0);
    }
  });

  test('use limited memory, however large and many they are', () => {
    const kernel = newKernel();
    const compositor = newCompositor(size, kernel);
    for (let frame = 0; frame < 60; frame++) {
      const list = createDisplayList();
      list.sprite('opaque', { at: { x: 40, y: 30 }, scale: 100_000, still: true });
      for (let i = 0; i < 12; i++)
        list.sprite('noise', { at: { x: i * 7, y: 30 }, scale: 20 + i + frame, still: true });
      compositor.compose(list);
    }
    // Twice the copies of a frame, the copy in progress, and the step by which memory grows.
    expect(kernel.memory.buffer.byteLength).toBeLessThan(56 * 1024 * 1024);
  });

  test('use the image itself if they are almost as large', () => {
    const compositor = newCompositor({ width: 2000, height: 48 });
    compositor.setImage(
      'banner',
      picture(1920, 20, (x) => [x % 256, x >> 8, 0, 255]),
    );
    const at = (scale: number) => {
      const list = createDisplayList();
      list.sprite('banner', { at: { x: 1000, y: 24 }, scale, scaleY: 1, still: true });
      compositor.compose(list);
      return [40, 1000, 1959].map((x) => [...pixelAt(compositor, x, 24)]);
    };
    expect(at(1921 / 1920)).toEqual(at(1));
    expect(at(1922 / 1920)).not.toEqual(at(1));
  });

  test.each<[string, Partial<SpriteLook>, Partial<SpriteLook>]>([
    ['a centre', {}, {}],
    ['a corner', { origin: { x: 0, y: 0.75 } }, { origin: { x: 1, y: 0.25 } }],
    [
      'a part',
      { crop: { left: 0, top: 0.5, width: 0.25, height: 0.25 } },
      { crop: { left: 0.75, top: 0.25, width: 0.25, height: 0.25 } },
    ],
  ])('are mirrored around their origin: %s', (_, look, mirroredLook) => {
    const compositor = newCompositor();
    const pixel = (x: number, y: number) => [x * 8, y * 12, 200, 255] as const;
    compositor.setImage('shades', picture(32, 20, pixel));
    compositor.setImage(
      'mirrored shades',
      picture(32, 20, (x, y) => pixel(31 - x, 19 - y)),
    );
    const paint = (image: string, place: Partial<SpriteLook> & { scale: number }) => {
      const list = createDisplayList();
      list.sprite(image, { at: { x: 40, y: 30 }, still: true, ...place });
      compositor.compose(list);
      return Buffer.from(rgbOf(compositor));
    };
    const mirrored = paint('shades', { ...look, scale: -1 });
    expect(Buffer.compare(mirrored, paint('mirrored shades', { ...mirroredLook, scale: 1 }))).toBe(0);
  });

  test('keep their mean brightness when they shrink', () => {
    const compositor = newCompositor();
    compositor.setImage(
      'stripes',
      picture(64, 64, (x) => (x % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
    );
    const list = createDisplayList();
    list.sprite('stripes', { at: { x: 40, y: 30 }, scale: 0.25, still: true });
    compositor.compose(list);
    for (const channel of pixelAt(compositor, 40, 30)) expect(Math.abs(channel - 127)).toBeLessThan(4);
  });
});
