import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { kernelFactory } from '../../../test/support/kernel.ts';
import { composeSlowly } from '../../../test/support/slow-compositor.ts';
import { type Body, createDisplayList, type DisplayList, type SpriteLook, spritesOf } from '../scene/index.ts';
import { type Compositor, createCompositor, type Kernel, type Picture } from './index.ts';

// Not a multiple of the tile's size, so that the edge is tried too.
const size = { width: 92, height: 70 };
const white = { r: 255, g: 255, b: 255 };

const images = new Map<string, Picture>([
  [
    'noise',
    paint(24, 18, 1, (x, y) => [(x * 37 + y * 91) % 256, (x * 11) % 256, (y * 53) % 256, (x * 29 + y * 7) % 256]),
  ],
  ['disc', paint(40, 40, 2, (x, y) => (Math.hypot(x - 19.5, y - 19.5) < 18 ? [255, 160, 40, 255] : [0, 0, 0, 0]))],
  [
    'ring',
    paint(40, 40, 1, (x, y) =>
      Math.abs(Math.hypot(x - 19.5, y - 19.5) - 17) < 2 ? [255, 255, 255, 200] : [0, 0, 0, 0],
    ),
  ],
  ['solid', paint(30, 20, 1, (x) => [x * 8, 100, 200, 255])],
]);

/** Compiled once; every compositor has a kernel of its own. */
let newKernel: () => Kernel;
beforeAll(async () => {
  newKernel = await kernelFactory();
});

function fresh(pictureSize = size, kernel = newKernel()): Compositor {
  const compositor = createCompositor(kernel, pictureSize);
  for (const [name, picture] of images) compositor.setImage(name, picture);
  return compositor;
}

describe('the kernel paints as the slow compositor does', () => {
  const look: fc.Arbitrary<SpriteLook> = fc.record(
    {
      at: fc.record({
        x: fc.double({ min: -20, max: 110, noNaN: true }),
        y: fc.double({ min: -20, max: 90, noNaN: true }),
      }),
      // From one half of a pixel's size on, where no smaller level comes in.
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
  const sprite = fc.tuple(fc.constantFrom(...images.keys()), look);

  test('sprites of every kind, one over the other', () => {
    fc.assert(
      fc.property(fc.array(sprite, { minLength: 1, maxLength: 6 }), (sprites) => {
        const list = createDisplayList();
        for (const [image, spriteLook] of sprites) list.sprite(image, spriteLook);
        // Each may be off by a little, so that many may be off by more.
        expectAlike(fresh(), list, { level: 3 + sprites.length / 2 });
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  test('what an opaque picture covers, and what shows at its soft edges', () => {
    const wide = { width: 150, height: 110 };
    const [covering, blending] = [fresh(wide), fresh(wide)];
    const board = paint(75, 51, 1, (x, y) => [x * 3, y * 5, 200, 255]);
    for (const compositor of [covering, blending]) {
      compositor.setImage('soft', board);
      compositor.setImage('sharp', { ...board, sharp: true });
      compositor.setImage('plain', { ...paint(9, 7, 1, () => [200, 90, 30, 255]), sharp: true });
    }
    const large = fc.record({
      image: fc.constantFrom('soft', 'sharp', 'plain'),
      look,
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
        const blended = rgb(blending);
        expect(rgb(covering).every((value, i) => Math.abs(value - blended[i]!) <= 1)).toBe(true);
      }),
      {
        numRuns: 120,
        seed: 23,
        // Next to no height, next to no turn.
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

  test('what moves, as the mean of its looks', () => {
    const looks = fc.array(fc.option(look), { minLength: 2, maxLength: 24 });
    fc.assert(
      fc.property(fc.constantFrom(...images.keys()), looks, sprite, (image, moving, below) => {
        const list = createDisplayList();
        list.sprite(...below);
        list.motion(image, moving);
        list.sprite('ring', { at: { x: 40, y: 30 }, scale: 1, alpha: 0.5 });
        expectAlike(fresh(), list, { level: 4 });
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  test.each([
    [1, 0.25, 9],
    [1.3, 0.0625, 10],
    [-1, 1, 6],
    [0.8, 3, 7],
    // Those that are made smaller are read from another level.
    [0.6, 0.21, 13],
    [0.3, 0.5, 18],
  ])('what turns, at a scale of %d by %d radians, as the mean of many looks', (scale, sweep, limit) => {
    const compositor = fresh();
    compositor.setImage(
      'wheel',
      paint(61, 50, 1, (x, y) => {
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
    const [once, often] = [createDisplayList(), createDisplayList()];
    once.sprite('wheel', { ...look, rotation: 2, sweep });
    often.motion(
      'wheel',
      looks(64, (i) => ({ ...look, rotation: 2 + ((i + 0.5) / 64 - 0.5) * sweep })),
    );
    const [found, wanted] = [once, often].map((list) => {
      compositor.compose(list);
      return Uint8Array.from(rgb(compositor));
    });
    const differences = [...wanted!].map((level, i) => Math.abs(level - found![i]!));
    expect(Math.max(...differences)).toBeLessThan(limit);
  });

  test('what moves as a whole, as the mean of its places', () => {
    const offset = fc.record({
      x: fc.double({ min: -60, max: 60, noNaN: true }),
      y: fc.double({ min: -60, max: 60, noNaN: true }),
    });
    const path = fc.array(fc.option(offset), { minLength: 2, maxLength: 8 });
    // No larger than the screen, all in one place.
    const small = look.map((one) => ({
      ...one,
      at: { x: 46.3, y: 35.8 },
      scale: Math.min(one.scale, 1.2),
      origin: { x: 0.5, y: 0.4 },
    }));
    const sprites = fc.array(fc.tuple(fc.constantFrom('noise', 'ring', 'solid'), small), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(sprites, path, sprite, (moving, offsets, below) => {
        const list = createDisplayList();
        list.sprite(...below);
        const streak = spritesOf((into) => {
          for (const one of moving) into.sprite(...one);
        });
        list.streak(streak, offsets);
        expectAlike(fresh(), list, { level: 4 });
      }),
      { numRuns: 25, seed: 17 },
    );
  });

  test('own sizes between whole pixels, also where they reach over an edge of the screen', () => {
    const compositor = fresh();
    const ownSize = look.map(({ rotation: _, origin: __, ...one }) => ({ ...one, scale: 1 }));
    const sprites = fc.array(fc.tuple(fc.constantFrom('noise', 'ring', 'solid'), ownSize), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(sprites, (shifted) => {
        const list = createDisplayList();
        list.sprite('solid', { at: { x: 40, y: 35 }, scale: 4 });
        for (const one of shifted) list.sprite(...one);
        expectAlike(compositor, list, { level: 2 + shifted.length });
      }),
      {
        numRuns: 60,
        seed: 29,
        // Just beside whole pixels, where the rows and columns around a picture begin and end.
        examples: [
          [[['solid', { at: { x: 40.001, y: 30.999 }, scale: 1 }]]],
          [[['ring', { at: { x: 0.4, y: 69.6 }, scale: 1 }]]],
        ],
      },
    );
  });

  test('whole pixels, where a picture is copied as it is', () => {
    const list = createDisplayList();
    list.sprite('solid', { at: { x: 3, y: 5 }, scale: 1, origin: { x: 0, y: 0 } });
    list.sprite('noise', { at: { x: 20, y: 9 }, scale: 1, origin: { x: 0, y: 0 }, alpha: 0.5 });
    list.sprite('ring', { at: { x: 60, y: 30 }, scale: 1, additive: true, tint: { r: 255, g: 0, b: 90 } });
    expectAlike(fresh(), list, { level: 2 });
  });

  test.each([0, 1, 2, 3])('whole pixels, %d beside a multiple of four: each of them once', (beside) => {
    const list = createDisplayList();
    list.sprite('solid', { at: { x: 40, y: 35 }, scale: 4 });
    const at = { x: 40 + beside, y: 30 };
    list.sprite('ring', { at, scale: 1, origin: { x: 0, y: 0 }, alpha: 0.7, tint: { r: 90, g: 0, b: 255 } });
    list.sprite('ring', { at, scale: 1, origin: { x: 1, y: 0.9 }, alpha: 0.7, additive: true });
    list.sprite('noise', { at, scale: 1, alpha: 0.8, crop: { left: 0.25, top: 0, width: 0.5, height: 1 } });
    expectAlike(fresh(), list, { level: 3 });
  });

  test.each([0, 1, 13, 15, 16])('a picture that covers fully, %d beside a tile, as it is and tinted', (beside) => {
    const list = createDisplayList();
    const corner = { scale: 1, origin: { x: 0, y: 0 } };
    list.sprite('solid', { ...corner, at: { x: beside, y: 5 } });
    list.sprite('solid', { ...corner, at: { x: beside, y: 30 }, tint: { r: 255, g: 90, b: 20 } });
    expectAlike(fresh(), list, { level: 2 });
  });

  test('a picture that covers fully, fading, at the edges of its box too', () => {
    const list = createDisplayList();
    list.sprite('noise', { at: { x: 30, y: 25 }, scale: 3 });
    const corner = { scale: 1, origin: { x: 0, y: 0 } };
    list.sprite('solid', { ...corner, at: { x: 3, y: 5 }, alpha: 0.3 });
    list.sprite('solid', { ...corner, at: { x: 41, y: 22 }, alpha: 0.7, tint: { r: 255, g: 90, b: 0 } });
    list.sprite('solid', { ...corner, at: { x: 77, y: 60 }, alpha: 0.99 });
    expectAlike(fresh(), list, { level: 3 });
  });

  test('boxes, slices and spotlights', () => {
    const list = createDisplayList();
    list.fill({ left: 4.5, top: 3.25, width: 60, height: 50.5 }, { colour: { r: 200, g: 90, b: 30 }, alpha: 0.8 });
    list.fill({ left: 30, top: 20, width: 200, height: 10 }, { colour: { r: 90, g: 90, b: 255 }, additive: true });
    for (const sweep of [0.1, 0.4, 0.5, 0.8, 1, -0.3]) {
      list.pie({ at: { x: 10 + Math.abs(sweep) * 60, y: 30 }, radiusPx: 9.5, sweep }, { colour: white, alpha: 0.6 });
    }
    list.spotlight({ at: { x: 40, y: 35 }, innerPx: 12, outerPx: 40, alpha: 0.9 });
    // A slice's corner pixels are estimated from distances, not counted.
    expectAlike(fresh(), list, { level: 40, share: 0.01, else: 3 });
  });

  test('slider bodies: one shade where the path crosses itself', () => {
    const list = createDisplayList();
    list.body(loop, { from: 0, to: 1, alpha: 0.9 });
    // Edges are softened over a pixel, the slow one's are hard.
    expectAlike(fresh(), list, { level: 160, share: 0.12, else: 3 });
  });
});

describe('tiles', () => {
  test('a frame painted after another equals the same frame painted first', () => {
    const sequel = fresh();
    for (let t = 0; t < 12; t++) {
      const list = scene(t);
      sequel.compose(list);
      const alone = fresh();
      alone.compose(list);
      expect(Buffer.compare(rgb(sequel), rgb(alone)), `frame ${t}`).toBe(0);
      const planes = sequel.i420();
      alone.i420();
      expect(Buffer.compare(planes, alone.i420()), `planes of frame ${t}`).toBe(0);
    }
  });

  test('a turned sprite is the same whichever of its tiles are painted', () => {
    const wide = { width: 480, height: 160 };
    const at = (x: number) => {
      const list = createDisplayList();
      list.sprite('noise', { at: { x: 240, y: 80 }, scale: 9.7, scaleY: 5.3, rotation: 0.21 });
      list.sprite('ring', { at: { x, y: 80 }, scale: 1 });
      return list;
    };
    const sequel = fresh(wide);
    for (let x = 40; x < 440; x += 23) {
      sequel.compose(at(x));
      const alone = fresh(wide);
      alone.compose(at(x));
      expect(Buffer.compare(rgb(sequel), rgb(alone)), `at ${x}`).toBe(0);
    }
  });

  test('the same list again changes nothing, a moved sprite only the tiles it touches', () => {
    const compositor = fresh({ width: 320, height: 160 });
    const at = (x: number) => {
      const list = createDisplayList();
      list.sprite('solid', { at: { x: 160, y: 80 }, scale: 5 });
      list.sprite('disc', { at: { x, y: 24 }, scale: 1 });
      return list;
    };
    expect(compositor.compose(at(24))).toBe(200);
    expect(compositor.compose(at(24))).toBe(0);
    const changed = compositor.compose(at(25));
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(9);
    expect(compositor.changedTiles().reduce((sum, tile) => sum + tile, 0)).toBe(changed);
  });

  test('a body that grows, shrinks or leaps looks as one that is measured at once', () => {
    const sequel = fresh();
    const growing = [0, 0.2, 0.21, 1].map((to) => ({ from: 0, to }));
    const shrinking = [0.3, 0.4, 0.95].map((from) => ({ from, to: 1 - from / 100 }));
    const leaping = [0, 0.05, 0.9, 1, 0].map((from) => ({ from, to: Math.min(1, from + 0.2) }));
    for (const { from, to } of [...growing, ...shrinking, ...leaping]) {
      const list = createDisplayList();
      list.body(loop, { from, to, alpha: 0.9 });
      sequel.compose(list);
      const alone = fresh();
      alone.compose(list);
      expect(Buffer.compare(rgb(sequel), rgb(alone)), `from ${from} to ${to}`).toBe(0);
    }
  });

  test('a body changes the tiles it touches, and then those where it grows or shrinks', () => {
    const compositor = fresh({ width: 320, height: 160 });
    // Down the second column of tiles, along the ninth row.
    const path = [
      { x: 24, y: 24 },
      { x: 24, y: 136 },
      { x: 296, y: 136 },
    ];
    const corner: Body = { ...loop, path, radiusPx: 8 };
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

  test('what moves changes the tiles its moments touch, and nothing when it is the same again', () => {
    const compositor = fresh({ width: 320, height: 160 });
    const moved = (...xs: number[]) => {
      const list = createDisplayList();
      list.sprite('solid', { at: { x: 160, y: 80 }, scale: 5 });
      list.motion(
        'solid',
        xs.map((x) => ({ at: { x, y: 24 }, scale: 0.4, scaleY: 0.6 })),
      );
      return compositor.compose(list);
    };
    expect(moved(24, 88)).toBe(200);
    expect(moved(24, 88)).toBe(0);
    // One place of two is another; the one that stays is a tile, the one that moves two.
    expect(moved(24, 104)).toBe(2);
    // A third moment leaves the others less of the whole.
    expect(moved(24, 104, 200)).toBe(3);
  });

  test('a long and thin sprite changes the tiles along its way, not those of the box around it', () => {
    const compositor = fresh({ width: 320, height: 320 });
    const at = (rotation: number) => {
      const list = createDisplayList();
      list.sprite('solid', { at: { x: 160, y: 160 }, scale: 10, scaleY: 0.2, rotation });
      return compositor.compose(list);
    };
    at(0.75);
    const changed = at(0.8);
    expect(changed).toBeGreaterThan(20);
    expect(changed).toBeLessThan(80);
  });

  test('the hole of a ring keeps what it shows', () => {
    const compositor = fresh({ width: 320, height: 320 });
    const at = (scale: number) => {
      const list = createDisplayList();
      list.sprite('ring', { at: { x: 160, y: 160 }, scale });
      return list;
    };
    compositor.compose(at(7));
    expect(compositor.compose(at(7.1))).toBeLessThan(240);
  });

  test.each<[what: string, left: number, first: number, then: number, tiles: number]>([
    ['within a tile', 0, 100, 97, 1],
    ['onto the edge of a tile', 0, 97, 96, 1],
    ['from there on into the next tile', 0, 96, 95, 1],
    ['over several tiles', 0, 100, 50, 4],
    ['at either end', 3, 100, 97, 2],
    ['while all of it lies in one tile', 0, 12, 9, 1],
  ])('a bar that is cut elsewhere, %s, changes the tiles at its ends', (_, left, first, then, tiles) => {
    const compositor = fresh({ width: 128, height: 16 });
    const bar = paint(120, 10, 1, (x, y) => [x * 2, y * 20, 90, 100 + x]);
    compositor.setImage('bar', bar);
    const at = (start: number, end: number) => {
      const list = createDisplayList();
      const crop = { left: start / 120, top: 0, width: (end - start) / 120, height: 1 };
      list.sprite('bar', { at: { x: 0, y: 3 }, scale: 1, origin: { x: 0, y: 0 }, crop });
      return list;
    };
    compositor.compose(at(0, first));
    expect(compositor.compose(at(left, then))).toBe(tiles);
    const alone = fresh({ width: 128, height: 16 });
    alone.setImage('bar', bar);
    alone.compose(at(left, then));
    expect(Buffer.compare(rgb(compositor), rgb(alone))).toBe(0);
  });

  test('what an opaque picture hides changes nothing, and what lies over it does', () => {
    const compositor = fresh({ width: 64, height: 64 });
    const at = (below: number, above: number) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x: below, y: 30 }, scale: 1 });
      list.sprite('curtain', { at: { x: 32, y: 32 }, scale: 1 });
      list.sprite('ring', { at: { x: above, y: 30 }, scale: 0.5 });
      return list;
    };
    compositor.setImage(
      'curtain',
      paint(64, 64, 1, () => [9, 9, 9, 255]),
    );
    compositor.compose(at(20, 20));
    expect(compositor.compose(at(25, 20))).toBe(0);
    expect(compositor.compose(at(25, 21))).toBeGreaterThan(0);
  });

  test.each<[how: string, curtain: Omit<SpriteLook, 'at'>]>([
    ['scaled', { scale: 5.3 }],
    ['shrunk', { scale: 0.45 }],
    ['turned', { scale: 9, rotation: 0.4 }],
    ['mirrored', { scale: -6.1 }],
  ])('what lies under an opaque picture that is %s changes nothing', (_, look) => {
    const compositor = fresh({ width: 64, height: 64 });
    const image = look.scale < 1 ? 'board' : 'solid';
    compositor.setImage(
      'board',
      paint(301, 301, 1, (x, y) => [x % 256, y % 256, 9, 255]),
    );
    const at = (below: number, alpha = 1) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x: below, y: 30 }, scale: 1 });
      list.sprite(image, { ...look, at: { x: 32, y: 32 }, alpha });
      return compositor.compose(list);
    };
    at(20);
    expect(at(25)).toBe(0);
    at(25, 0.9);
    expect(at(26, 0.9)).toBeGreaterThan(0);
  });

  test('nor does what lies under a full box', () => {
    const compositor = fresh({ width: 64, height: 64 });
    const at = (below: number, alpha = 1) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x: below, y: 30 }, scale: 1 });
      list.fill({ left: -1, top: 0, width: 48.5, height: 64 }, { colour: white, alpha });
      return compositor.compose(list);
    };
    at(14);
    expect(at(18)).toBe(0);
    // Partly under the last column of pixels, which lets something through.
    expect(at(40)).toBeGreaterThan(0);
    at(14, 0.9);
    expect(at(15, 0.9)).toBeGreaterThan(0);
  });

  test('a spotlight that moves changes the tiles at its edge, and what its darkness hides changes nothing', () => {
    const compositor = fresh({ width: 320, height: 320 });
    const at = (x: number, hidden: number, alpha = 1) => {
      const list = createDisplayList();
      list.sprite('solid', { at: { x: 160, y: 160 }, scale: 20 });
      list.sprite('disc', { at: { x: 300, y: hidden }, scale: 1 });
      list.spotlight({ at: { x, y: 160 }, innerPx: 60, outerPx: 80, alpha });
      return compositor.compose(list);
    };
    at(100, 50);
    expect(at(100, 60)).toBe(0);
    const moved = at(102, 60);
    expect(moved).toBeGreaterThan(20);
    expect(moved).toBeLessThan(100);
    expect([...pixel(compositor, 300, 160)]).toEqual([0, 0, 0]);
    expect(at(102, 60, 0.9)).toBeGreaterThan(300);
    expect(at(102, 70, 0.9)).toBeGreaterThan(0);
  });

  test('planes asked for late are those of the picture as it is', () => {
    const [late, always] = [fresh(), fresh()];
    for (let t = 0; t < 6; t++) {
      for (const compositor of [late, always]) compositor.compose(scene(t));
      always.i420();
    }
    expect(Buffer.compare(late.i420(), always.i420())).toBe(0);
  });

  test('the picture is there for those who have planes, too, and takes nothing from them', () => {
    const [both, planesOnly] = [fresh(), fresh()];
    for (let t = 0; t < 8; t++) {
      for (const compositor of [both, planesOnly]) {
        compositor.compose(scene(t));
        compositor.i420();
      }
      const first = fresh();
      first.compose(scene(t));
      expect(Buffer.compare(rgb(both), rgb(first))).toBe(0);
      expect(Buffer.compare(both.changedTiles(), planesOnly.changedTiles())).toBe(0);
      expect(Buffer.compare(both.i420(), planesOnly.i420())).toBe(0);
    }
  });

  test('a replaced picture is seen at once', () => {
    const compositor = fresh();
    const list = createDisplayList();
    list.sprite('solid', { at: { x: 40, y: 30 }, scale: 1 });
    compositor.compose(list);
    const before = Buffer.from(rgb(compositor));
    compositor.setImage('solid', images.get('disc')!);
    compositor.compose(list);
    expect(Buffer.compare(before, rgb(compositor))).not.toBe(0);
  });
});

describe('still sprites', () => {
  test('are drawn on whole pixels from a copy of their size', () => {
    const compositor = fresh();
    const at = (x: number) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x, y: 30 }, scale: 1.7, still: true });
      compositor.compose(list);
      return Buffer.from(rgb(compositor));
    };
    expect(Buffer.compare(at(40), at(40.3))).toBe(0);
    expect(Buffer.compare(at(40), at(41))).not.toBe(0);
  });

  test('what moves and keeps its size is drawn from such a copy too, between whole pixels', () => {
    const compositor = fresh();
    const at = (x: number, look: Partial<SpriteLook>) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x, y: 30 }, scale: 1.7, ...look });
      compositor.compose(list);
      return Buffer.from(rgb(compositor));
    };
    const still = at(40, { still: true });
    const [steady, beside, nextBeside] = [40, 40.3, 41.3].map((x) => at(x, { steady: true }));
    expect(Buffer.compare(steady!, still)).toBe(0);
    expect(Buffer.compare(at(40, {}), still)).not.toBe(0);
    expect(Buffer.compare(beside!, steady!)).not.toBe(0);
    // A pixel further on it looks the same.
    const shown = 3 * (size.width * size.height - 1);
    expect(Buffer.compare(nextBeside!.subarray(3), beside!.subarray(0, shown))).toBe(0);
  });

  test('more copies than are kept are all drawn where one frame needs them', () => {
    const compositor = fresh();
    const colours = [200, 150, 100, 50];
    const list = createDisplayList();
    for (const [i, grey] of colours.entries()) {
      compositor.setImage(`grey ${i}`, { ...paint(2, 2, 1, () => [grey, grey, grey, 255]), sharp: true });
      // Nine megabytes each; every next one covers all but a stripe of the one before.
      const place = { at: { x: i * 20, y: 0 }, origin: { x: 0, y: 0 } };
      list.sprite(`grey ${i}`, { ...place, scale: 750 + i, still: true });
    }
    compositor.compose(list);
    expect(colours.map((_, i) => pixel(compositor, i * 20 + 10, 30)[0])).toEqual(colours);
  });

  test('those that find no room are drawn without, and the same ones whatever was drawn before', () => {
    const places = Array.from({ length: 30 }, (_, i) => ({ x: (i * 17) % 92, y: (i * 29) % 70, scale: 20 + i * 2.3 }));
    const at = (from: number, count: number) => {
      const list = createDisplayList();
      for (const { x, y, scale } of places.slice(from, from + count))
        list.sprite('noise', { at: { x, y }, scale, alpha: 0.4, still: true });
      return list;
    };
    const sequel = fresh();
    for (const [from, count] of [
      [20, 10],
      [0, 30],
      [3, 8],
      [25, 5],
      [0, 30],
      [10, 20],
    ] as const) {
      const alone = fresh();
      for (const compositor of [sequel, alone]) compositor.compose(at(from, count));
      expect(Buffer.compare(rgb(sequel), rgb(alone)), `${count} from ${from}`).toBe(0);
    }
  });

  test('take a bounded memory, however large and many they are', () => {
    const kernel = newKernel();
    const compositor = fresh(size, kernel);
    for (let frame = 0; frame < 60; frame++) {
      const list = createDisplayList();
      list.sprite('solid', { at: { x: 40, y: 30 }, scale: 100_000, still: true });
      for (let i = 0; i < 12; i++)
        list.sprite('noise', { at: { x: i * 7, y: 30 }, scale: 20 + i + frame, still: true });
      compositor.compose(list);
    }
    // Twice the copies of a frame, what is being made, and what memory grows by.
    expect(kernel.memory.buffer.byteLength).toBeLessThan(56 * 1024 * 1024);
  });

  test('almost as large as their picture are the picture itself', () => {
    const compositor = fresh({ width: 2000, height: 48 });
    compositor.setImage(
      'banner',
      paint(1920, 20, 1, (x) => [x % 256, x >> 8, 0, 255]),
    );
    const at = (scale: number) => {
      const list = createDisplayList();
      list.sprite('banner', { at: { x: 1000, y: 24 }, scale, scaleY: 1, still: true });
      compositor.compose(list);
      return [40, 1000, 1959].map((x) => [...pixel(compositor, x, 24)]);
    };
    expect(at(1921 / 1920)).toEqual(at(1));
    expect(at(1922 / 1920)).not.toEqual(at(1));
  });

  test('a mirrored copy is the picture seen in a mirror', () => {
    const compositor = fresh();
    const list = createDisplayList();
    list.sprite('solid', { at: { x: 10, y: 10 }, scale: -1, scaleY: 1, origin: { x: 0, y: 0 }, still: true });
    compositor.compose(list);
    expect([...pixel(compositor, 10, 10)]).toEqual([29 * 8, 100, 200]);
    expect([...pixel(compositor, 39, 10)]).toEqual([0, 100, 200]);
  });

  test('shrinking keeps the mean brightness', () => {
    const compositor = fresh();
    compositor.setImage(
      'stripes',
      paint(64, 64, 1, (x) => (x % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
    );
    const list = createDisplayList();
    list.sprite('stripes', { at: { x: 40, y: 30 }, scale: 0.25, still: true });
    compositor.compose(list);
    for (const channel of pixel(compositor, 40, 30)) expect(Math.abs(channel - 127)).toBeLessThan(4);
  });
});

test('smaller levels keep fine stripes from flickering', () => {
  const compositor = fresh();
  compositor.setImage(
    'stripes',
    paint(64, 64, 1, (x) => (x % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
  );
  const list = createDisplayList();
  list.sprite('stripes', { at: { x: 40.3, y: 30 }, scale: 0.3 });
  compositor.compose(list);
  for (let x = 36; x < 45; x++) expect(Math.abs(pixel(compositor, x, 30)[0]! - 127)).toBeLessThan(4);
});

describe('a picture with sharp edges', () => {
  const ends = (look: Omit<SpriteLook, 'at'>) => {
    const compositor = fresh();
    compositor.setImage('dot', { ...paint(1, 1, 1, () => [255, 255, 255, 255]), sharp: true });
    compositor.setImage('odd', { ...paint(61, 61, 1, () => [255, 255, 255, 255]), sharp: true });
    const list = createDisplayList();
    list.sprite(Math.abs(look.scale) < 1 ? 'odd' : 'dot', { ...look, at: { x: 46, y: 35 } });
    compositor.compose(list);
    return [29, 30, 61, 62].map((x) => pixel(compositor, x, 35)[0]);
  };

  test.each<[how: string, look: Omit<SpriteLook, 'at'>]>([
    ['still', { scale: 32, still: true }],
    ['moving', { scale: 32 }],
    ['mirrored', { scale: -32 }],
    ['turned by a quarter', { scale: 20, scaleY: 32, rotation: Math.PI / 2 }],
    ['made smaller', { scale: 32 / 61 }],
  ])('ends where its last pixel does when it is %s', (_, look) => {
    expect(ends(look)).toEqual([0, 255, 255, 0]);
  });

  test('is painted alike whether all of it is one colour or not', () => {
    const compositor = fresh();
    // A level apart in one pixel that is cut off.
    const almost = (x: number, y: number) => [90, 200, x === 4 && y === 3 ? 41 : 40, 180] as const;
    compositor.setImage('almost', { ...paint(5, 4, 1, almost), sharp: true });
    compositor.setImage('plain', { ...paint(5, 4, 1, () => [90, 200, 40, 180]), sharp: true });
    const turns = [undefined, 0.7, Math.PI / 2, 3];
    for (const [i, rotation] of turns.entries()) {
      for (const additive of [false, true]) {
        const [other, one] = ['almost', 'plain'].map((image) => {
          const list = createDisplayList();
          list.sprite('noise', { at: { x: 46, y: 35 }, scale: 5 });
          const crop = { left: 0, top: 0, width: 0.6, height: 0.5 };
          const look = { at: { x: 50.3 + i, y: 31.7 }, scale: 9.3, scaleY: 13, rotation, additive, alpha: 0.8, crop };
          list.sprite(image, look);
          compositor.compose(list);
          return Buffer.from(rgb(compositor));
        });
        const worst = other!.reduce((most, value, at) => Math.max(most, Math.abs(value - one![at]!)), 0);
        expect(worst, `turned by ${rotation}`).toBeLessThanOrEqual(2);
      }
    }
  });

  test('smaller by levels is no paler at its rim', () => {
    const compositor = fresh();
    compositor.setImage('odd', { ...paint(161, 161, 1, () => [255, 255, 255, 255]), sharp: true });
    const list = createDisplayList();
    list.sprite('odd', { at: { x: 46, y: 35 }, scale: 32 / 161 });
    compositor.compose(list);
    const shown = [29, 30, 46, 61, 62].map((x) => pixel(compositor, x, 35)[0]);
    expect(shown).toEqual([0, 255, 255, 255, 0]);
  });
});

test('a cropped sprite shows its part and nothing else, where it would be anyway', () => {
  const list = createDisplayList();
  list.sprite('solid', { at: { x: 40, y: 30 }, scale: 2, crop: { left: 0, top: 0, width: 0.4, height: 1 } });
  expectAlike(fresh(), list, { level: 3 });
});

test('a picture nobody loaded is a mistake of the scene, named in words', () => {
  const list = createDisplayList();
  list.sprite('nothing', { at: { x: 0, y: 0 }, scale: 1 });
  expect(() => fresh().compose(list)).toThrow('nothing');
});

// The last of an odd number of rows stands for the one that is missing.
test.each([size.height, 35])(
  'planes of %d rows are BT.709, limited range, within one level of the formula',
  (height) => {
    const { width } = size;
    const compositor = fresh({ width, height });
    compositor.compose(scene(5));
    const planes = compositor.i420();
    const frame = rgb(compositor);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * 3;
        const luma = 0.2126 * frame[at]! + 0.7152 * frame[at + 1]! + 0.0722 * frame[at + 2]!;
        expect(Math.abs(planes[y * width + x]! - (16 + (luma * 219) / 255))).toBeLessThan(1);
      }
    }
    const chroma = width * height;
    for (let y = 0; y < height / 2; y++) {
      for (let x = 0; x < width / 2; x++) {
        const mean = [0, 1, 2].map((c) => {
          const value = (dx: number, dy: number) =>
            frame[(Math.min(y * 2 + dy, height - 1) * width + x * 2 + dx) * 3 + c]!;
          return (value(0, 0) + value(1, 0) + value(0, 1) + value(1, 1)) / 4;
        });
        const luma = 0.2126 * mean[0]! + 0.7152 * mean[1]! + 0.0722 * mean[2]!;
        const u = 128 + (((mean[2]! - luma) / 1.8556) * 224) / 255;
        const v = 128 + (((mean[0]! - luma) / 1.5748) * 224) / 255;
        const index = y * (width / 2) + x;
        expect(Math.abs(planes[chroma + index]! - u)).toBeLessThan(1);
        expect(Math.abs(planes[chroma + (width / 2) * Math.ceil(height / 2) + index]! - v)).toBeLessThan(1);
      }
    }
  },
);

test('thousands of items in one frame are painted, and memory is given back', () => {
  const kernel = newKernel();
  const compositor = fresh(size, kernel);
  const list = createDisplayList();
  for (let i = 0; i < 5000; i++)
    list.sprite('noise', { at: { x: i % 90, y: i % 70 }, scale: 1 + (i % 7) / 9, alpha: 0.1 });
  compositor.compose(list);
  const bytes = kernel.memory.buffer.byteLength;
  for (let round = 0; round < 20; round++) {
    for (const [name, picture] of images) compositor.setImage(name, picture);
    compositor.compose(list);
  }
  expect(kernel.memory.buffer.byteLength).toBe(bytes);
});

test('more moments than there was room for leave what follows them as it is', () => {
  const still = createDisplayList();
  const list = createDisplayList();
  list.motion(
    'disc',
    looks(1000, () => ({ at: { x: 40, y: 30 }, scale: 1 })),
  );
  for (const each of [still, list]) {
    each.sprite('solid', { at: { x: 46, y: 35 }, scale: 4, still: true });
    for (let i = 0; i < 500; i++) each.sprite('noise', { at: { x: i % 90, y: i % 70 }, scale: 1, alpha: 0.1 });
  }
  const [one, other] = [fresh(), fresh()];
  one.compose(list);
  other.compose(still);
  expect(Buffer.compare(rgb(one), rgb(other))).toBe(0);
});

const loop: Body = {
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

/** Something of everything, moving with time. */
function scene(t: number): DisplayList {
  const list = createDisplayList();
  list.sprite('solid', { at: { x: 46, y: 35 }, scale: 4, still: true });
  list.body(loop, { from: 0, to: Math.min(1, t / 6), alpha: 0.8 });
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

function looks(count: number, lookAt: (i: number) => SpriteLook): SpriteLook[] {
  return Array.from({ length: count }, (_, i) => lookAt(i));
}

function paint(
  width: number,
  height: number,
  density: number,
  colour: (x: number, y: number) => readonly [number, number, number, number],
): Picture {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgba.set(colour(x, y), (y * width + x) * 4);
  return { width, height, rgba, density };
}

/** The compositor's picture as packed RGB. */
function rgb(compositor: Compositor): Buffer {
  const { pixels, strideBytes } = compositor.rgba();
  const packed = Buffer.alloc(compositor.width * compositor.height * 3);
  for (let y = 0; y < compositor.height; y++) {
    for (let x = 0; x < compositor.width; x++) {
      for (let c = 0; c < 3; c++) packed[(y * compositor.width + x) * 3 + c] = pixels[y * strideBytes + x * 4 + c]!;
    }
  }
  return packed;
}

function pixel(compositor: Compositor, x: number, y: number): Buffer {
  return rgb(compositor).subarray((y * compositor.width + x) * 3, (y * compositor.width + x) * 3 + 3);
}

/** No channel differs by more than `level`; or all but a `share` of them by no more than `else`. */
function expectAlike(
  compositor: Compositor,
  list: DisplayList,
  limit: { level: number; share?: number; else?: number },
): void {
  compositor.compose(list);
  const fast = rgb(compositor);
  const slow = composeSlowly(list, images, size);
  let worst = 0;
  let off = 0;
  for (let i = 0; i < slow.length; i++) {
    const difference = Math.abs(fast[i]! - slow[i]!);
    worst = Math.max(worst, difference);
    if (difference > (limit.else ?? limit.level)) off++;
  }
  expect(worst).toBeLessThanOrEqual(limit.level);
  expect(off / slow.length).toBeLessThanOrEqual(limit.share ?? 0);
}
