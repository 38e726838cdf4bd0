import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyLook,
  anySprite,
  expectReference,
  newCompositor,
  picture,
  pixelAt,
  rgbOf,
  white,
} from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList } from '../scene/index.ts';

describe('sprites', () => {
  test('of every kind, over each other, look like the reference', () => {
    fc.assert(
      fc.property(fc.array(anySprite, { minLength: 1, maxLength: 6 }), (sprites) => {
        const list = createDisplayList();
        for (const [image, spriteLook] of sprites) list.sprite(image, spriteLook);
        // The rounding errors of several sprites add up.
        expectReference(newCompositor(), list, { level: 3 + sprites.length / 2 });
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  test('at their own size between whole pixels look like the reference, also at the edges of the screen', () => {
    const compositor = newCompositor();
    const ownSize = anyLook.map(({ rotation: _, origin: __, ...look }) => ({ ...look, scale: 1 }));
    const sprites = fc.array(fc.tuple(fc.constantFrom('noise', 'ring', 'opaque'), ownSize), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(sprites, (shifted) => {
        const list = createDisplayList();
        list.sprite('opaque', { at: { x: 40, y: 35 }, scale: 4 });
        for (const sprite of shifted) list.sprite(...sprite);
        expectReference(compositor, list, { level: 2 + shifted.length });
      }),
      {
        numRuns: 60,
        seed: 29,
        // Close to whole pixels, where the padding of an image begins and ends.
        examples: [
          [[['opaque', { at: { x: 40.001, y: 30.999 }, scale: 1 }]]],
          [[['ring', { at: { x: 0.4, y: 69.6 }, scale: 1 }]]],
        ],
      },
    );
  });

  test('at their own size on whole pixels look like the reference', () => {
    const list = createDisplayList();
    list.sprite('opaque', { at: { x: 3, y: 5 }, scale: 1, origin: { x: 0, y: 0 } });
    list.sprite('noise', { at: { x: 20, y: 9 }, scale: 1, origin: { x: 0, y: 0 }, alpha: 0.5 });
    list.sprite('ring', { at: { x: 60, y: 30 }, scale: 1, additive: true, tint: { r: 255, g: 0, b: 90 } });
    expectReference(newCompositor(), list, { level: 2 });
  });

  test.each([0, 1, 2, 3])('at %d pixels from a multiple of four paint every pixel once', (offset) => {
    const list = createDisplayList();
    list.sprite('opaque', { at: { x: 40, y: 35 }, scale: 4 });
    const at = { x: 40 + offset, y: 30 };
    list.sprite('ring', { at, scale: 1, origin: { x: 0, y: 0 }, alpha: 0.7, tint: { r: 90, g: 0, b: 255 } });
    list.sprite('ring', { at, scale: 1, origin: { x: 1, y: 0.9 }, alpha: 0.7, additive: true });
    list.sprite('noise', { at, scale: 1, alpha: 0.8, crop: { left: 0.25, top: 0, width: 0.5, height: 1 } });
    expectReference(newCompositor(), list, { level: 3 });
  });

  test.each([0, 1, 13, 15, 16])(
    'that are opaque, %d pixels from a tile, look like the reference, also with a tint',
    (offset) => {
      const list = createDisplayList();
      const corner = { scale: 1, origin: { x: 0, y: 0 } };
      list.sprite('opaque', { ...corner, at: { x: offset, y: 5 } });
      list.sprite('opaque', { ...corner, at: { x: offset, y: 30 }, tint: { r: 255, g: 90, b: 20 } });
      expectReference(newCompositor(), list, { level: 2 });
    },
  );

  test('that are opaque but fade look like the reference, also at the edges of their box', () => {
    const list = createDisplayList();
    list.sprite('noise', { at: { x: 30, y: 25 }, scale: 3 });
    const corner = { scale: 1, origin: { x: 0, y: 0 } };
    list.sprite('opaque', { ...corner, at: { x: 3, y: 5 }, alpha: 0.3 });
    list.sprite('opaque', { ...corner, at: { x: 41, y: 22 }, alpha: 0.7, tint: { r: 255, g: 90, b: 0 } });
    list.sprite('opaque', { ...corner, at: { x: 77, y: 60 }, alpha: 0.99 });
    // The noise below is scaled, and positions between its rows are rounded to 32nds.
    expectReference(newCompositor(), list, { level: 4 });
  });

  test('that are opaque hide what is below, except at their soft edges', () => {
    const wide = { width: 150, height: 110 };
    const [covering, blending] = [newCompositor(wide), newCompositor(wide)];
    const board = picture(75, 51, (x, y) => [x * 3, y * 5, 200, 255]);
    for (const compositor of [covering, blending]) {
      compositor.setImage('soft', board);
      compositor.setImage('sharp', { ...board, sharp: true });
      compositor.setImage('one colour', { ...picture(9, 7, () => [200, 90, 30, 255]), sharp: true });
    }
    const large = fc.record({
      image: fc.constantFrom('soft', 'sharp', 'one colour'),
      look: anyLook,
      scale: fc.oneof(fc.double({ min: 0.2, max: 6, noNaN: true }), fc.constantFrom(1, 2, -2)),
      scaleY: fc.double({ min: -4, max: 4, noNaN: true }),
      crop: fc.option(fc.constant({ left: 0.1, top: 0.2, width: 0.7, height: 0.6 }), { nil: undefined }),
      still: fc.boolean(),
    });
    fc.assert(
      fc.property(large, ({ image, look: { at, origin, rotation }, scale, scaleY, crop, still }) => {
        const [full, almost] = [1, 0.99997].map((alpha) => {
          const list = createDisplayList();
          list.sprite('noise', { at: { x: 75, y: 55 }, scale: 8 });
          list.sprite(image, { at, origin, rotation, scale, scaleY, crop, still, alpha });
          list.fill({ left: at.x, top: at.y, width: 37.5, height: 40 }, { colour: white, alpha });
          return list;
        });
        covering.compose(full!);
        blending.compose(almost!);
        const blended = rgbOf(blending);
        expect(rgbOf(covering).every((value, i) => Math.abs(value - blended[i]!) <= 1)).toBe(true);
      }),
      {
        numRuns: 120,
        seed: 23,
        // Almost no height, almost no rotation.
        examples: [
          [
            {
              image: 'soft',
              look: { at: { x: 0, y: 0 }, scale: 1, rotation: 3.5e-45 },
              scale: 0.2,
              scaleY: 7e-46,
              crop: undefined,
              still: false,
            },
          ],
        ],
      },
    );
  });

  test.each([
    [3, 3],
    [3, 1.2],
    [-2, 3],
  ])('of a rotated ring at the scale %d by %d look like the reference', (scale, scaleY) => {
    for (let rotation = 0.05; rotation < 7; rotation += 0.3) {
      const list = createDisplayList();
      list.sprite('ring', { at: { x: 45.3, y: 34.8 }, scale, scaleY, rotation });
      list.sprite('disc', { at: { x: 70, y: 10 }, scale, scaleY, rotation });
      expectReference(newCompositor(), list, { level: 4 });
    }
  });

  test('that are cropped show only that part, in its usual place', () => {
    const list = createDisplayList();
    list.sprite('opaque', { at: { x: 40, y: 30 }, scale: 2, crop: { left: 0, top: 0, width: 0.4, height: 1 } });
    expectReference(newCompositor(), list, { level: 3 });
  });

  test('that are much smaller than their image do not flicker', () => {
    const compositor = newCompositor();
    compositor.setImage(
      'stripes',
      picture(64, 64, (x) => (x % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
    );
    const list = createDisplayList();
    list.sprite('stripes', { at: { x: 40.3, y: 30 }, scale: 0.3 });
    compositor.compose(list);
    for (let x = 36; x < 45; x++) expect(Math.abs(pixelAt(compositor, x, 30)[0]! - 127)).toBeLessThan(4);
  });

  test('of an image that is not loaded throw an error with its name', () => {
    const list = createDisplayList();
    list.sprite('nothing', { at: { x: 0, y: 0 }, scale: 1 });
    expect(() => newCompositor().compose(list)).toThrow('nothing');
  });
});
