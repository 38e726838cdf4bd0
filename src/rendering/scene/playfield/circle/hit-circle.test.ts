import { describe, expect, test } from 'vitest';
import { buildScene, type SceneParts } from '../../../../../test/support/scene/build-scene.ts';
import {
  circle,
  lookAt,
  spritePx,
  spritesAt,
  stillCursor,
  untouched,
} from '../../../../../test/support/scene/playfield-items.ts';

const pressed = (time: number) => stillCursor(256, 192, time, time + 30);

/** Each row: a time, and the scale and opacity expected then. */
type Rows = readonly (readonly [t: number, scale: number, alpha: number])[];
const tables: readonly [name: string, image: string, parts: SceneParts, rows: Rows][] = [
  [
    'a circle fades in within 400 ms',
    'hitcircle',
    { frames: untouched },
    [
      [801, 1, 0.0025],
      [1000, 1, 0.5],
      [1200, 1, 1],
    ],
  ],
  [
    'a circle that is not hit fades from the 100 window to the 50 window',
    'hitcircle',
    { frames: untouched },
    [
      [2100, 1, 1],
      [2125, 1, 0.5],
      [2149, 1, 0.02],
    ],
  ],
  [
    'a hit circle grows to 1.4 within 240 ms',
    'hitcircle',
    { frames: pressed(2000) },
    [
      [2000, 1, 1],
      [2120, 1.3, 0.5],
      [2239, 1.4, 1 / 240],
    ],
  ],
  [
    'its number fades within 60 ms and does not grow',
    'hitCircle 1',
    { frames: pressed(2000) },
    [
      [2000, 0.8, 1],
      [2030, 0.8, 0.5],
      [2059, 0.8, 1 / 60],
    ],
  ],
  [
    'the number of a version 1 skin grows as well',
    'hitCircle 1',
    { frames: pressed(2000), ini: ['Version: 1'] },
    [
      [2120, 1.04, 0.5],
      [2239, 1.12, 1 / 240],
    ],
  ],
  [
    'a circle missed by an early press fades within 60 ms',
    'hitcircle',
    { frames: pressed(1700) },
    [
      [1700, 1, 1],
      [1730, 1, 0.5],
      [1759, 1, 1 / 60],
    ],
  ],
  [
    'an approach circle closes from 4 to 1',
    'approachcircle',
    { frames: untouched },
    [
      [802, 4, 1.8 / 800],
      [1400, 2.5, 0.675],
      [1600, 2, 0.9],
      [1999, 1, 0.9],
    ],
  ],
  [
    'a judgement springs',
    'hit300g',
    { frames: pressed(2000), skin: { without: ['particle300'] } },
    [
      [2048, 0.85, 0.4],
      [2096, 1.1, 0.8],
      [2120, 1.1, 1],
      [2144, 0.9, 1],
      [2168, 1, 1],
      [2500, 1, 1],
      [2800, 1, 0.5],
    ],
  ],
  [
    'a miss shrinks from 1.6 to 1',
    'hit0',
    { frames: pressed(1700) },
    [
      [1750, 1.45, 50 / 120],
      [1800, 1, 100 / 120],
      [2250, 1, 550 / 600],
      [2500, 1, 0.5],
    ],
  ],
  [
    'an animated judgement keeps its size',
    'hit0 2',
    { frames: pressed(1700), skin: { frames: { hit0: 3 } } },
    [
      [1740, 1, 1 / 3],
      [1820, 1, 1],
      [2500, 1, 0.5],
    ],
  ],
  [
    'with Hidden, a circle fades in within 480 ms and out within 360 ms',
    'hitcircle',
    { frames: untouched, modBits: 8 },
    [
      [1040, 1, 0.5],
      [1280, 1, 1],
      [1460, 1, 0.5],
      [1639, 1, 1 / 360],
    ],
  ],
];

describe('a circle', () => {
  test.each(tables)('%s', (_, image, parts, rows) => {
    const scene = buildScene({ objects: [circle], ...parts });
    for (const [t, scale, alpha] of rows) {
      const look = lookAt(scene, t, image);
      expect(look, `at ${t}`).not.toBeNull();
      expect(look!.scale, `scale at ${t}`).toBeCloseTo(scale, 1);
      expect(look!.alpha, `alpha at ${t}`).toBeCloseTo(alpha, 2);
    }
  });

  test.each([
    ['before it appears', 800, untouched],
    ['after its hit animation', 2240, pressed(2000)],
    ['after it is missed', 2150, untouched],
  ] as const)('is invisible %s', (_, t, frames) => {
    expect(lookAt(buildScene({ objects: [circle], frames }), t, 'hitcircle')).toBeNull();
  });

  test('loses its approach circle at its time, or when it is hit earlier', () => {
    expect(lookAt(buildScene({ objects: [circle], frames: untouched }), 2000, 'approachcircle')).toBeNull();
    expect(lookAt(buildScene({ objects: [circle], frames: pressed(1960) }), 1960, 'approachcircle')).toBeNull();
  });

  test('has an approach circle with Hidden only if it is the first object', () => {
    const scene = buildScene({ objects: [circle, '100,100,2200,1,0'], frames: untouched, modBits: 8 });
    expect(spritesAt(scene, 1500, 'approachcircle')).toHaveLength(1);
  });

  test("has the map's colour, or the skin's; the first combo has the second colour", () => {
    const tint = (parts: SceneParts) =>
      spritesAt(buildScene({ objects: [circle], frames: untouched, ...parts }), 1900, 'hitcircle')[0]?.tint;
    const ini = ['[Colours]', 'Combo1: 1,1,1', 'Combo2: 2,2,2'];
    expect(tint({ ini })).toEqual({ r: 2, g: 2, b: 2 });
    expect(tint({ ini, colours: ['Combo1: 7,7,7', 'Combo2: 8,8,8', 'Combo3: 9,9,9'] })).toEqual({ r: 8, g: 8, b: 8 });
  });

  test('shakes for 120 ms at a press that is too early', () => {
    const scene = buildScene({ objects: [circle], frames: pressed(1500) });
    const offsets = [1500, 1520, 1540, 1560, 1580, 1600, 1620].map(
      (t) => spritesAt(scene, t, 'hitcircle')[0]!.at.x - 960,
    );
    expect(offsets.map((offset) => Math.round(offset / spritePx))).toEqual([0, 8, -8, 8, -8, 8, 0]);
  });
});
