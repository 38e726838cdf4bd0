import { describe, expect, test } from 'vitest';
import { buildScene, type SceneParts } from '../../../../test/support/scene/build-scene.ts';
import { createDisplayList, type SpriteItem } from '../display-list/display-list.ts';
import { drawCursor, drawSmoke } from './index.ts';

/** Screen pixels per skin pixel of the cursor. */
const uiPx = 1080 / 768;

function spritesAt(parts: SceneParts, t: number, image: string): SpriteItem[] {
  const list = createDisplayList();
  const { cursor } = buildScene(parts);
  drawSmoke(list, cursor, t);
  drawCursor(list, cursor, t);
  return list.items.filter((item): item is SpriteItem => item.kind === 'sprite' && item.image === `user/${image}`);
}

const held = {
  frames: [
    [0, 0, 0, 0],
    [1000, 0, 0, 5],
    [2000, 0, 0, 0],
    [9000, 0, 0, 0],
  ],
} as const;

describe('the cursor', () => {
  test.each([
    [1000, 1],
    [1050, 1 + 0.3 * 0.75],
    [1100, 1.3],
    [2000, 1.3],
    [2050, 1.3 - 0.3 * 0.75],
    [2100, 1],
  ])('held from 1000 to 2000 ms, has at %d ms a scale of %d', (t, size) => {
    expect(spritesAt(held, t, 'cursor')[0]!.scale / uiPx).toBeCloseTo(size);
  });

  test.each([
    [999, true],
    [1050, false],
    [1500, true],
    [2050, false],
    [2100, true],
  ])('held from 1000 to 2000 ms, keeps its size at %d ms: %s', (t, steady) => {
    expect(spritesAt(held, t, 'cursor')[0]!.steady).toBe(steady);
  });

  test('grows anew with each press, also while another key is held', () => {
    const overlapping = {
      frames: [
        [0, 0, 0, 0],
        [1000, 0, 0, 5],
        [1200, 0, 0, 15],
        [1400, 0, 0, 10],
        [1600, 0, 0, 0],
        [9000, 0, 0, 0],
      ],
    } as const;
    const sizes = [1199, 1200, 1250, 1300, 1450, 1600, 1650].map(
      (t) => spritesAt(overlapping, t, 'cursor')[0]!.scale / uiPx,
    );
    expect(sizes.map((size) => Math.round(size * 1000) / 1000)).toEqual([1.3, 1, 1.225, 1.3, 1.3, 1.3, 1.075]);
  });

  test('does not grow anew when the mouse presses the button that the keyboard holds', () => {
    const merged = {
      frames: [
        [0, 0, 0, 0],
        [1000, 0, 0, 1],
        [1200, 0, 0, 5],
        [9000, 0, 0, 5],
      ],
    } as const;
    expect(spritesAt(merged, 1210, 'cursor')[0]!.scale / uiPx).toBeCloseTo(1.3);
  });

  test('grows within the same real time at a faster song speed', () => {
    expect(spritesAt({ ...held, modBits: 64 }, 1075, 'cursor')[0]!.scale / uiPx).toBeCloseTo(1 + 0.3 * 0.75);
    expect(spritesAt({ ...held, modBits: 64 }, 1150, 'cursor')[0]!.scale / uiPx).toBeCloseTo(1.3);
  });

  test('does not grow if the skin disables it', () => {
    expect(spritesAt({ ...held, ini: ['CursorExpand: 0'] }, 1500, 'cursor')[0]!.scale).toBeCloseTo(uiPx);
  });

  test('rotates once in ten seconds, unless the skin disables it', () => {
    expect(spritesAt(held, 2500, 'cursor')[0]!.rotation).toBeCloseTo(Math.PI / 2);
    expect(spritesAt({ ...held, ini: ['CursorRotate: 0'] }, 2500, 'cursor')[0]!.rotation).toBeUndefined();
  });

  test('points with its centre, or with its top left corner if the skin says so', () => {
    expect(spritesAt(held, 0, 'cursor')[0]!.origin).toBeUndefined();
    expect(spritesAt({ ...held, ini: ['CursorCentre: 0'] }, 0, 'cursor')[0]!.origin).toEqual({ x: 0, y: 0 });
  });

  test('scales with the size option, together with its middle and trail', () => {
    const large = { ...held, options: { cursorSize: 2 } };
    for (const image of ['cursor', 'cursormiddle', 'cursortrail']) {
      const [plain, doubled] = [held, large].map((parts) => spritesAt(parts, 1500, image).map(({ scale }) => scale));
      expect(doubled).toEqual(plain!.map((scale) => scale * 2));
    }
  });

  test('has a middle that neither rotates nor grows', () => {
    expect(spritesAt(held, 1500, 'cursormiddle')).toMatchObject([{ scale: uiPx }]);
  });
});

describe('the trail', () => {
  const moving = {
    frames: [
      [0, 0, 0, 0],
      [1000, 500, 0, 0],
      [9000, 500, 0, 0],
    ],
  } as const;

  test('without a cursor middle has a stamp every sixtieth of a second, gone after 150 ms', () => {
    const stamps = spritesAt({ ...moving, skin: { without: ['cursormiddle'] } }, 505, 'cursortrail');
    expect(stamps).toHaveLength(9);
    expect(stamps.at(-1)?.alpha).toBeCloseTo(1 - 5 / 150);
    expect(stamps[0]!.alpha).toBeCloseTo(1 / 9 - 5 / 150);
    expect(stamps.some(({ additive }) => additive)).toBe(false);
  });

  test.each([true, false])('grows with the cursor, unless the skin disables it (cursor middle: %s)', (hasMiddle) => {
    const pressed = {
      frames: [
        [0, 0, 0, 0],
        [500, 250, 0, 5],
        [1000, 500, 0, 5],
      ],
      skin: { without: hasMiddle ? [] : (['cursormiddle'] as const) },
    } as const;
    const stamps = spritesAt(pressed, 640, 'cursortrail');
    expect(stamps.at(-1)!.scale / uiPx).toBeCloseTo(1.3);
    expect(stamps[0]!.scale / uiPx).toBeCloseTo(1);
    const still = spritesAt({ ...pressed, ini: ['CursorExpand: 0'] }, 640, 'cursortrail');
    expect(still.every(({ scale }) => Math.abs(scale / uiPx - 1) < 1e-9)).toBe(true);
  });

  test('rotates with the cursor, unless the skin says that the trail or both stay upright', () => {
    const rotations = (...ini: string[]) =>
      spritesAt({ ...moving, ini }, 800, 'cursortrail').map(({ rotation }) => rotation ?? 0);
    expect(rotations().every((rotation) => rotation > 0)).toBe(true);
    for (const key of ['CursorTrailRotate', 'CursorRotate'])
      expect(rotations(`${key}: 0`).every((rotation) => rotation === 0)).toBe(true);
  });

  test('with a cursor middle is a continuous line, a stamp every 5 pixels, gone after half a second', () => {
    const stamps = spritesAt(moving, 800, 'cursortrail');
    // Twenty skin pixels are 12.5 osu! pixels, with 2.5 stamps per width; 250 osu! pixels are half a second.
    expect(stamps).toHaveLength(50);
    expect(stamps.every(({ additive }) => additive)).toBe(true);
    expect(stamps[0]!.alpha).toBeCloseTo(0.02);
    expect(stamps.at(-1)?.alpha).toBeCloseTo(1, 1);
  });

  test('with a cursor middle is empty for a still cursor', () => {
    expect(spritesAt(moving, 1501, 'cursortrail')).toEqual([]);
  });

  test('of a cursor that jumps across a thousand screens is limited', () => {
    const jumping = {
      frames: [
        [0, 0, 0, 0],
        [10, 1e6, 0, 0],
        [9000, 1e6, 0, 0],
      ],
    } as const;
    expect(spritesAt(jumping, 20, 'cursortrail').length).toBeLessThanOrEqual(400);
  });
});

describe('smoke', () => {
  const stroke = {
    frames: [
      [0, 0, 0, 16],
      [500, 100, 0, 16],
      [1000, 100, 0, 0],
      [20_000, 100, 0, 0],
    ],
  } as const;
  const first = (t: number) => spritesAt(stroke, t, 'cursor-smoke')[0]?.alpha ?? 0;

  test.each([
    [0, 0.6],
    [500, 0.6 * (1 - 500 / 4000)],
    [1000, 1],
    [5000, 0.75],
    [9000, 0],
  ])('drawn until 1000 ms, has at %d ms an opacity of %d at its beginning', (t, alpha) => {
    expect(first(t)).toBeCloseTo(alpha);
  });

  test('is drawn only while its key is held', () => {
    expect(
      spritesAt(
        {
          frames: [
            [0, 0, 0, 5],
            [500, 100, 0, 5],
          ],
        },
        400,
        'cursor-smoke',
      ),
    ).toEqual([]);
  });
});
