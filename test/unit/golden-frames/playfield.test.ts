import { describe, expect, test } from 'vitest';
import { lazerMods } from '../../../src/game/mods/index.ts';
import { buildScene, printScene, type SceneParts } from '../../support/scene/build-scene.ts';

// What the scene draws, as readable text: one image or shape per line, back to front. Circles have a radius of 32 osu!
// pixels, each of which is 2.25 screen pixels; objects appear 1,200 ms before their time.

/** A cursor that stays far away. */
const untouched = rest(-1000, -1000, 0);
/** A press at one position and time. */
const hitAt = (time: number, x: number, y: number) =>
  [...rest(x, y, 0, time), [time, x, y, 5], ...rest(x, y, time + 60)] as const;
const slider = '100,100,2000,6,0,L|300:100,2,200,0|0|0';
const follow = [...moves([1990, 100], [2000, 100], [3000, 300], [4000, 100]), ...rest(100, 100, 4010)];
/** Without particles and cursor, which would hide everything else. */
const bare = {
  without: ['particle300', 'particle100', 'particle50', 'cursor', 'cursortrail', 'cursormiddle'],
} as const;

/** The name of a golden file, its scene and its times. */
const goldens: readonly [name: string, parts: SceneParts, times: readonly number[]][] = [
  [
    'circle',
    { objects: ['256,192,2000,5,0'], frames: hitAt(1990, 256, 192) },
    [799, 800, 1000, 1200, 1989, 1990, 2110, 2229, 2230],
  ],
  ['circle-missed', { objects: ['256,192,2000,5,0'], frames: untouched }, [2000, 2100, 2125, 2150, 2181, 2211]],
  ['circle-shaken', { objects: ['256,192,2000,5,0'], frames: hitAt(1500, 256, 192) }, [1500, 1520, 1530, 1540, 1620]],
  [
    'circle-old-skin',
    {
      objects: ['256,192,2000,5,0'],
      frames: hitAt(2000, 256, 192),
      ini: ['Version: 1.0', 'HitCircleOverlayAboveNumber: 0'],
    },
    [1999, 2120],
  ],
  [
    'circle-hidden',
    { objects: ['0,0,1000,5,0', '256,192,2000,1,0'], frames: untouched, modBits: 8 },
    [800, 1280, 1460, 1640],
  ],
  [
    'circle-kiai',
    { objects: ['256,192,2000,5,0'], frames: untouched, timing: ['0,500,4,1,0,100,1,1'] },
    [1500, 1710, 1920],
  ],
  [
    'circles-order',
    { objects: ['256,192,2000,5,0', '260,200,2100,1,0', '262,210,2200,1,0'], frames: untouched },
    [1900],
  ],
  [
    'star-fountains',
    {
      objects: ['256,192,9000,5,0'],
      timing: ['0,500,4,1,0,100,1,0', '2000,-100,4,1,0,100,0,1', '2100,-100,4,1,0,100,0,0', '2200,-100,4,1,0,100,0,1'],
      skin: bare,
    },
    [1999, 2012, 3400],
  ],
  [
    'combo-bursts',
    {
      objects: Array.from({ length: 30 }, (_, i) => `256,192,${1000 + i * 100},${i === 0 ? 5 : 1},0`),
      general: ['StackLeniency: 0'],
      frames: Array.from({ length: 500 }, (_, i) => [i * 10, 256, 192, i >= 100 && i % 10 < 5 ? 5 : 0] as const),
      skin: { ...bare, without: [...bare.without, 'hitcircle', 'hitcircleoverlay', 'hit300', 'hit300g'] },
    },
    [3900, 4250, 4700, 5100],
  ],
  [
    'look-beat',
    { objects: ['256,192,2000,5,0'], frames: untouched, options: { beatFlash: true, beatScale: true } },
    [1500, 1710, 1990],
  ],
  [
    'look-bare-objects',
    {
      objects: ['100,100,2000,5,0', '400,100,2500,1,0'],
      frames: untouched,
      options: { approachCircles: false, followPoints: false, comboNumbers: false },
    },
    [1700],
  ],
  [
    'look-rainbow-objects',
    { objects: ['100,100,2000,5,0', '300,100,3000,1,0'], frames: untouched, options: { objectRainbow: true } },
    [1900, 2900],
  ],
  [
    'look-hit-lighting-always',
    {
      objects: ['256,192,2000,5,0'],
      frames: hitAt(2000, 256, 192),
      skin: bare,
      options: { hitLighting: 'always' },
    },
    [2200],
  ],
  [
    'look-merged-sliders',
    {
      objects: [slider, '200,50,2200,2,0,L|200:250,1,200,0|0'],
      frames: untouched,
      colours: ['SliderTrackOverride: 9,9,9', 'Combo1: 255,0,0', 'Combo2: 0,255,0'],
      options: { sliderMerge: true, sliderComboColour: true },
    },
    [1900],
  ],
  [
    'look-background',
    {
      objects: ['256,192,3000,5,0', '256,192,9000,5,0'],
      events: ['2,4000,8000'],
      frames: moves([0, 0], [3000, 512]),
      background: { width: 1997, height: 1124 },
      skin: bare,
      options: { introDim: 0.2, breakDim: 0.5, parallax: true, playfieldBorder: true },
    },
    [0, 1300, 1550, 1800, 3500, 4250, 6000, 8900],
  ],
  [
    'look-cursor',
    {
      objects: ['256,192,3000,5,0'],
      frames: moves([1990, 100], [2500, 300], [3000, 300]),
      difficulty: ['CircleSize:7'],
      skin: { without: ['cursormiddle'] },
      options: { cursorSize: 2, cursorScaledToCircles: true, cursorRainbow: true, cursorRipples: true },
    },
    [2200, 2600],
  ],
  [
    'look-trail',
    {
      objects: ['256,192,3000,5,0'],
      frames: moves([1990, 100], [2500, 300], [3000, 300]),
      skin: { without: ['cursormiddle'] },
      options: { trailLong: true, trailScale: 2, trailDensity: 0.5, trailGlow: true },
    },
    [2200],
  ],
  [
    'slider',
    { objects: [slider], frames: follow },
    [800, 1000, 1200, 1999, 2000, 2030, 2500, 2999, 3000, 3120, 3500, 3999, 4000, 4100, 4240],
  ],
  [
    'slider-points',
    { objects: ['100,100,2000,6,0,L|300:100,2,200,0|0|0'], frames: follow, ini: ['Version: 1.0'], skin: bare },
    [2000, 2250, 2500, 3000, 4000],
  ],
  [
    'hit-lighting',
    { objects: ['256,192,2000,5,0'], frames: hitAt(2000, 256, 192), skin: { ...bare, glows: true } },
    [2000, 2100, 2300, 2600, 3000, 3399, 3400],
  ],
  [
    'slider-lost',
    { objects: [slider], frames: [...moves([2000, 100], [2300, 160]), ...rest(400, 300, 2310)] },
    [2250, 2350, 2450, 3100, 4100],
  ],
  [
    'slider-without-snaking',
    { objects: [slider], frames: follow, options: { snakingIn: false, snakingOut: false } },
    [900, 3500, 4100],
  ],
  ['slider-hidden', { objects: [slider], frames: follow, modBits: 8 }, [1200, 1640, 2400, 3500]],
  [
    'slider-ball-tinted',
    { objects: [slider], frames: follow, ini: ['AllowSliderBallTint: 1'], skin: { ...bare, frames: { sliderb: 4 } } },
    [2100, 3100],
  ],
  [
    'slider-ball-default',
    { objects: [slider], frames: follow, skin: { ...bare, sources: { sliderb: 'default' } } },
    [2100],
  ],
  [
    'slider-ball-lazer',
    {
      objects: [slider],
      frames: follow,
      ini: ['[Colours]', 'SliderBall: 10,20,30'],
      skin: bare,
      mods: lazerMods([]),
    },
    [2100],
  ],
  [
    'spinner-dimming',
    { objects: ['256,192,2000,12,0,4000'], frames: spin(), ini: ['SpinnerFadePlayfield: 1'], skin: bare },
    [1800, 3000],
  ],
  ['spinner-new', { objects: ['256,192,2000,12,0,4000'], frames: spin() }, [1599, 1800, 2000, 3000, 3999, 4120]],
  [
    'spinner-old',
    { objects: ['256,192,2000,12,0,4000'], frames: spin(), skin: { ...bare, spinner: 'old' } },
    [1800, 2500, 3999],
  ],
  ['follow-points-own', { objects: ['100,100,2000,5,0', '300,100,3000,1,0'], frames: untouched }, [1640, 2240]],
  [
    'follow-points-lazer',
    { objects: ['100,100,2000,5,0', '300,100,3000,1,0'], frames: untouched, mods: lazerMods([]) },
    [1640],
  ],
  [
    'follow-points',
    {
      objects: ['100,100,2000,5,0', '300,100,3000,1,0', '300,300,4000,5,0'],
      frames: untouched,
      skin: { ...bare, sources: { followpoint: 'default' } },
    },
    [1300, 1640, 2040, 2240, 3000],
  ],
  [
    'judgements',
    {
      objects: ['100,100,2000,5,0', '200,100,3000,1,0', '300,100,4000,1,0', '400,100,5000,1,0'],
      frames: presses([2000, 100], [3060, 200], [4110, 300]),
      skin: bare,
    },
    [2000, 2096, 2168, 3156, 4300, 5150, 5250, 5700, 6249],
  ],
  [
    'judgements-animated',
    { objects: ['100,100,2000,5,0'], frames: untouched, skin: { ...bare, frames: { hit0: 3 } } },
    [2150, 2170, 2300],
  ],
  [
    'background-in-a-break',
    {
      objects: ['100,100,2000,5,0', '100,100,9000,5,0'],
      events: ['2,3000,8000'],
      background: { width: 1600, height: 1200 },
    },
    [2900, 3250, 4000, 7500, 8000],
  ],
  [
    'flashlight',
    {
      objects: ['100,100,2000,5,0'],
      frames: [
        [0, 100, 100, 0],
        [1000, 100, 100, 0],
        [1001, 400, 100, 0],
        [3000, 400, 100, 0],
      ],
      modBits: 1024,
    },
    [1000, 1061, 1500],
  ],
  [
    'cursor-trail-turned',
    {
      frames: [
        [0, 0, 0, 0],
        [2500, 0, 0, 0],
        [2600, 100, 0, 0],
      ],
      ini: ['CursorTrailRotate: 1'],
      skin: { without: ['cursormiddle'] },
    },
    [2560],
  ],
  [
    'cursor',
    {
      frames: [
        [0, 0, 0, 0],
        [100, 100, 0, 5],
        [200, 100, 0, 0],
      ],
      skin: { without: ['cursormiddle'] },
    },
    [0, 50, 100, 150, 250],
  ],
  [
    'cursor-with-middle',
    {
      frames: [
        [0, 0, 0, 0],
        [100, 100, 0, 5],
        [200, 100, 0, 0],
      ],
      ini: ['CursorRotate: 0', 'CursorCentre: 0'],
    },
    [50, 150],
  ],
  [
    'smoke',
    {
      frames: [
        [0, 0, 0, 16],
        [100, 50, 0, 16],
        [200, 50, 0, 0],
      ],
      skin: { without: ['cursor', 'cursormiddle', 'cursortrail'] },
    },
    [50, 150, 4200],
  ],
];

describe('golden display lists', () => {
  test.each(goldens)('%s', async (name, parts, times) => {
    await expect(printScene(buildScene({ skin: bare, ...parts }), times)).toMatchFileSnapshot(
      `../../golden/playfield/${name}.txt`,
    );
  });
});

/** A cursor that circles fast enough to clear a spinner. */
function spin(): [number, number, number, number][] {
  const frames: [number, number, number, number][] = [[0, 306, 192, 0]];
  for (let t = 2000; t <= 4000; t += 16) {
    const turn = (t - 2000) / 50;
    frames.push([t, 256 + 50 * Math.cos(turn), 192 + 50 * Math.sin(turn), 5]);
  }
  return [...frames, ...rest(306, 192, 4010)];
}

/** A still cursor with a frame every ten milliseconds, as replays have. */
function rest(x: number, y: number, from: number, until = 9000): [number, number, number, number][] {
  const frames: [number, number, number, number][] = [];
  for (let t = from; t < until; t += 10) frames.push([t, x, y, 0]);
  return frames;
}

/** Presses one after the other, at y = 100. */
function presses(...hits: readonly (readonly [time: number, x: number])[]): [number, number, number, number][] {
  return hits.flatMap(([time, x], i) => [
    [time, x, 100, 5] as [number, number, number, number],
    ...rest(x, 100, time + 60, hits[i + 1]?.[0] ?? 9000),
  ]);
}

/** A held cursor that moves between positions at y = 100. */
function moves(...positions: readonly (readonly [time: number, x: number])[]): [number, number, number, number][] {
  return positions.slice(1).flatMap(([to, x], i) => {
    const [from, before] = positions[i]!;
    const steps = Math.round((to - from) / 10);
    return Array.from({ length: steps }, (_, n): [number, number, number, number] => [
      from + n * 10,
      before + ((x - before) * n) / steps,
      100,
      from + n * 10 < 2000 ? 0 : 5,
    ]);
  });
}
