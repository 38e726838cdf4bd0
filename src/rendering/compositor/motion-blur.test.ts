import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyLook,
  anySprite,
  expectReference,
  images,
  looks,
  newCompositor,
  newKernel,
  picture,
  rgbOf,
} from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList, spritesOf } from '../scene/index.ts';

describe('motion blur', () => {
  test('is the mean of the looks of a sprite', () => {
    const anyLooks = fc.array(fc.option(anyLook), { minLength: 2, maxLength: 24 });
    fc.assert(
      fc.property(fc.constantFrom(...images.keys()), anyLooks, anySprite, (image, moving, below) => {
        const list = createDisplayList();
        list.sprite(...below);
        list.motion(image, moving);
        list.sprite('ring', { at: { x: 40, y: 30 }, scale: 1, alpha: 0.5 });
        expectReference(newCompositor(), list, { level: 4 });
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  test.each([
    [1, 0.25, 9],
    [1.3, 0.0625, 10],
    [-1, 1, 6],
    [0.8, 3, 7],
    // Smaller scales use another level of the image.
    [0.6, 0.21, 13],
    [0.3, 0.5, 18],
  ])('of a rotation, at scale %d by %d radians, is the mean of many looks', (scale, sweep, limit) => {
    const compositor = newCompositor();
    compositor.setImage(
      'wheel',
      picture(61, 50, (x, y) => {
        const fromRim = 24 - Math.hypot(x - 30, y - 24.5);
        return [
          128 + 127 * Math.sin(x / 5),
          128 + 127 * Math.cos(y / 4),
          x * 4,
          Math.max(0, Math.min(255, fromRim * 50)),
        ];
      }),
    );
    const look = { at: { x: 45.3, y: 34.6 }, scale, alpha: 0.8, tint: { r: 255, g: 180, b: 90 } };
    const [blurred, moments] = [createDisplayList(), createDisplayList()];
    blurred.sprite('wheel', { ...look, rotation: 2, sweep });
    moments.motion(
      'wheel',
      looks(64, (i) => ({ ...look, rotation: 2 + ((i + 0.5) / 64 - 0.5) * sweep })),
    );
    const [actual, expected] = [blurred, moments].map((list) => {
      compositor.compose(list);
      return Uint8Array.from(rgbOf(compositor));
    });
    const differences = [...expected!].map((level, i) => Math.abs(level - actual![i]!));
    expect(Math.max(...differences)).toBeLessThan(limit);
  });

  test('of a spinner with many speeds needs few copies of its image', () => {
    const kernel = newKernel();
    let copies = 0;
    const counting = {
      ...kernel,
      spinBlurImage: (...args: Parameters<typeof kernel.spinBlurImage>) => {
        copies++;
        return kernel.spinBlurImage(...args);
      },
    };
    const compositor = newCompositor(undefined, counting);
    for (let i = 0; i < 200; i++) {
      const list = createDisplayList();
      list.sprite('noise', { at: { x: 46, y: 35 }, scale: 1, sweep: 0.0004 * i });
      compositor.compose(list);
    }
    // The edge moves by up to 0.96 pixels of 70, which are 15 of 1080.
    expect(copies).toBe(4);
  });

  test('of several sprites is the mean of their positions', () => {
    const offset = fc.record({
      x: fc.double({ min: -60, max: 60, noNaN: true }),
      y: fc.double({ min: -60, max: 60, noNaN: true }),
    });
    const path = fc.array(fc.option(offset), { minLength: 2, maxLength: 8 });
    // The sprites must share a position and fit on the screen, or they are not flattened.
    const small = anyLook.map((look) => ({
      ...look,
      at: { x: 46.3, y: 35.8 },
      scale: Math.min(look.scale, 1.2),
      origin: { x: 0.5, y: 0.4 },
    }));
    const sprites = fc.array(fc.tuple(fc.constantFrom('noise', 'ring', 'opaque'), small), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(sprites, path, anySprite, (moving, offsets, below) => {
        const list = createDisplayList();
        list.sprite(...below);
        const streak = spritesOf((into) => {
          for (const sprite of moving) into.sprite(...sprite);
        });
        list.streak(streak, offsets);
        // Positions between two rows are rounded to 32nds, which shows where the rows of the noise differ most.
        expectReference(newCompositor(), list, { level: 5 });
      }),
      { numRuns: 25, seed: 17 },
    );
  });

  test('is the same whether few or many moments show each look', () => {
    // Up to 64 moments on whole pixels are summed up in registers, more of them in the accumulator.
    const anyPosition = fc.record({ x: fc.integer({ min: -30, max: 120 }), y: fc.integer({ min: -30, max: 100 }) });
    const positions = fc.array(anyPosition, { minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.constantFrom('noise', 'ring', 'opaque'), positions, (image, path) => {
        const pictures = [1, 4].map((times) => {
          const list = createDisplayList();
          list.sprite('opaque', { at: { x: 46, y: 35 }, scale: 4 });
          list.motion(
            image,
            looks(path.length * times, (i) => ({ at: path[i % path.length]!, scale: 1, still: true })),
          );
          const compositor = newCompositor();
          compositor.compose(list);
          return rgbOf(compositor);
        });
        expect(Buffer.compare(pictures[0]!, pictures[1]!)).toBe(0);
      }),
      { numRuns: 25, seed: 23 },
    );
  });

  test('changes the tiles that its moments touch, and no tile if it stays the same', () => {
    const compositor = newCompositor({ width: 320, height: 160 });
    const moved = (...xs: number[]) => {
      const list = createDisplayList();
      list.sprite('opaque', { at: { x: 160, y: 80 }, scale: 5 });
      list.motion(
        'opaque',
        xs.map((x) => ({ at: { x, y: 24 }, scale: 0.4, scaleY: 0.6 })),
      );
      return compositor.compose(list);
    };
    expect(moved(24, 88)).toBe(200);
    expect(moved(24, 88)).toBe(0);
    // One of two moments moves from one tile to another; the tile of the other moment stays.
    expect(moved(24, 104)).toBe(2);
    // A third moment lowers the weight of the others.
    expect(moved(24, 104, 200)).toBe(3);
  });

  test('with very many moments leaves the following items intact', () => {
    const still = createDisplayList();
    const list = createDisplayList();
    list.motion(
      'disc',
      looks(1000, () => ({ at: { x: 40, y: 30 }, scale: 1 })),
    );
    for (const target of [still, list]) {
      target.sprite('opaque', { at: { x: 46, y: 35 }, scale: 4, still: true });
      for (let i = 0; i < 500; i++) target.sprite('noise', { at: { x: i % 90, y: i % 70 }, scale: 1, alpha: 0.1 });
    }
    const [withMotion, withoutMotion] = [newCompositor(), newCompositor()];
    withMotion.compose(list);
    withoutMotion.compose(still);
    expect(Buffer.compare(rgbOf(withMotion), rgbOf(withoutMotion))).toBe(0);
  });
});
