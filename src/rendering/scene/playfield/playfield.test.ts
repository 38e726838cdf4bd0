import { describe, expect, test } from 'vitest';
import { buildScene, type SceneParts } from '../../../../test/support/build-scene.ts';
import { lazerMods } from '../../../game/mods/index.ts';
import { createDisplayList, type DisplayItem } from '../display-list/display-list.ts';
import { drawPlay } from '../frame.ts';
import type { Scene } from '../scene.ts';

type Row = readonly [time: number, x: number, y: number, keys: number];
type Sprite = DisplayItem & { kind: 'sprite' };

/** Screen pixels per skin pixel of the test map's circles. */
const size = (32 * 1.00041 * 2.25) / 64;

function itemsAt(scene: Scene, t: number): readonly DisplayItem[] {
  const list = createDisplayList();
  drawPlay(list, scene, t);
  return list.items;
}

function spritesAt(scene: Scene, t: number, image: string): Sprite[] {
  return itemsAt(scene, t).filter((item): item is Sprite => item.kind === 'sprite' && item.image === `user/${image}`);
}

/** Relative scale and opacity of the only sprite of an image; null if there is none. */
function lookAt(scene: Scene, t: number, image: string): { scale: number; alpha: number } | null {
  const [sprite] = spritesAt(scene, t, image);
  return sprite === undefined ? null : { scale: sprite.scale / size, alpha: sprite.alpha ?? 1 };
}

/** A still cursor with a frame every ten milliseconds, which holds a key between two times. */
function still(x: number, y: number, from = Number.POSITIVE_INFINITY, to = from): Row[] {
  return Array.from({ length: 900 }, (_, i) => [i * 10, x, y, i * 10 >= from && i * 10 <= to ? 5 : 0]);
}

const circle = '256,192,2000,5,0';
const untouched = still(-500, -500);
const pressed = (time: number) => still(256, 192, time, time + 30);

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
      expect(look!.scale, `size at ${t}`).toBeCloseTo(scale, 1);
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
    expect(offsets.map((offset) => Math.round(offset / size))).toEqual([0, 8, -8, 8, -8, 8, 0]);
  });
});

describe('a slider', () => {
  /** 200 pixels in a second, and back. */
  const slider = '100,100,2000,6,0,L|300:100,2,200';
  const follow: Row[] = Array.from({ length: 900 }, (_, i) => {
    const t = i * 10;
    const x = t < 3000 ? 100 + Math.max(0, t - 2000) / 5 : Math.max(100, 300 - (t - 3000) / 5);
    return [t, x, 100, t >= 2000 && t <= 4100 ? 5 : 0];
  });
  const body = (scene: Scene, t: number) =>
    itemsAt(scene, t).find((item): item is DisplayItem & { kind: 'body' } => item.kind === 'body');

  test.each([
    [1000, 0, 0.5],
    [1200, 0, 1],
    [3000, 0, 1],
    [3500, 0, 0.5],
    [3990, 0, 0.01],
  ])('at %d ms has a body from %d to %d', (t, from, to) => {
    const look = body(buildScene({ objects: [slider], frames: follow }), t);
    expect(look?.from).toBeCloseTo(from);
    expect(look?.to).toBeCloseTo(to);
  });

  test('snakes out from its head if it ends at its tail', () => {
    const look = body(buildScene({ objects: ['100,100,2000,6,0,L|300:100,1,200'], frames: follow }), 2500);
    expect([look?.from, look?.to]).toEqual([0.5, 1]);
  });

  test.each([
    ['if its head is not hit', { frames: untouched }],
    ['if the viewer disables it', { frames: follow, options: { snakingOut: false } }],
  ] as const)('does not snake out %s', (_, parts) => {
    expect(body(buildScene({ objects: [slider], ...parts }), 3500)?.to).toBe(1);
  });

  test('is complete from the start without snaking in', () => {
    expect(body(buildScene({ objects: [slider], frames: follow, options: { snakingIn: false } }), 810)?.to).toBe(1);
  });

  test("has the map's border and track colours, or the skin's, or its combo colour", () => {
    const colours = (parts: SceneParts) =>
      body(buildScene({ objects: [slider], frames: follow, ...parts }), 1900)!.body;
    expect(colours({}).border).toEqual({ r: 255, g: 255, b: 255 });
    expect(colours({}).outer.g).toBeCloseTo(202 / 1.1);
    expect(colours({}).inner.g).toBe(255);
    const ini = ['[Colours]', 'SliderBorder: 1,2,3', 'SliderTrackOverride: 0,0,0'];
    expect(colours({ ini })).toMatchObject({
      border: { r: 1, g: 2, b: 3 },
      outer: { r: 0, g: 0, b: 0 },
      inner: { r: 64, g: 64, b: 64 },
    });
    expect(colours({ ini, colours: ['SliderBorder: 9,9,9'] }).border).toEqual({ r: 9, g: 9, b: 9 });
  });

  test.each([
    [2000, null, null],
    [2030, 0.5 + 0.5 * (1 - (150 / 180) ** 2), 0.5],
    [2180, 1, 1],
    [2500, 1.1, 1],
    [2600, 1.05, 1],
    [2700, 1, 1],
    [4100, 0.85, 0.75],
    [4200, null, null],
  ])('at %d ms has a follow circle of scale %d and opacity %d', (t, scale, alpha) => {
    const look = lookAt(buildScene({ objects: [slider], frames: follow }), t, 'sliderfollowcircle');
    if (scale === null) return expect(look).toBeNull();
    expect(look!.scale).toBeCloseTo(scale, 2);
    expect(look!.alpha).toBeCloseTo(alpha!, 2);
  });

  test.each([
    [2300, 1, 1],
    [2350, 1.5, 0.5],
  ])('released at 2300 ms, at %d ms has a follow circle of scale %d and opacity %d', (t, scale, alpha) => {
    const frames = follow.map(([time, x, y, keys]): Row => [time, x, y, time < 2300 ? keys : 0]);
    const look = lookAt(buildScene({ objects: [slider], frames }), t, 'sliderfollowcircle')!;
    expect(look.scale).toBeCloseTo(scale, 2);
    expect(look.alpha).toBeCloseTo(alpha, 2);
  });

  test('has an arrow that pulses from 1.3 to 1 every 300 ms, points back, and vanishes after the turn', () => {
    const scene = buildScene({ objects: [slider], frames: follow });
    expect(lookAt(scene, 1500, 'reversearrow')!.scale).toBeCloseTo(1.3);
    expect(lookAt(scene, 1799, 'reversearrow')!.scale).toBeCloseTo(1, 2);
    expect(spritesAt(scene, 1500, 'reversearrow')[0]!.rotation).toBeCloseTo(Math.PI);
    expect(lookAt(scene, 3150, 'reversearrow')!.alpha).toBeCloseTo(0.5);
    expect(lookAt(scene, 3300, 'reversearrow')).toBeNull();
  });

  test('has ticks that pop up and vanish at their time', () => {
    const scene = buildScene({ objects: [slider], frames: follow });
    // Half way from 800 ms before its start to its time: at 1450.
    expect(lookAt(scene, 1525, 'sliderscorepoint')!.alpha).toBeCloseTo(0.5);
    expect(lookAt(scene, 1600, 'sliderscorepoint')!.scale).toBeCloseTo(1.2);
    expect(lookAt(scene, 1750, 'sliderscorepoint')!.scale).toBeCloseTo(1);
    expect(lookAt(scene, 2500, 'sliderscorepoint')).toBeNull();
  });

  test('has a ball that moves along it, mirrored on the way back', () => {
    const scene = buildScene({ objects: [slider], frames: follow });
    const [there] = spritesAt(scene, 2500, 'sliderb');
    const [back] = spritesAt(scene, 3500, 'sliderb');
    expect(there).toMatchObject({ at: { x: 834, y: 351 }, rotation: 0, scale: size });
    expect(back).toMatchObject({ at: { x: 834, y: 351 }, rotation: Math.PI, scale: -size });
    expect(spritesAt(scene, 4000, 'sliderb')).toEqual([]);
  });

  test('has plain circles at its ends if the skin has no images for them', () => {
    const scene = buildScene({
      objects: [slider],
      frames: follow,
      skin: { without: ['sliderstartcircle', 'sliderendcircle'] },
    });
    expect(spritesAt(scene, 1900, 'hitcircle')).toHaveLength(2);
    expect(spritesAt(scene, 1900, 'hitcircleoverlay')).toHaveLength(2);
  });

  test("has no overlay on ends of the skin's own without one", () => {
    const scene = buildScene({ objects: [slider], frames: follow, skin: { without: ['sliderendcircleoverlay'] } });
    expect(spritesAt(scene, 1900, 'sliderendcircle')).toHaveLength(1);
    expect(spritesAt(scene, 1900, 'hitcircleoverlay')).toHaveLength(0);
  });
});

describe('lazer', () => {
  const slider = '100,100,2000,6,0,L|300:100,1,200';
  const headOnly = still(100, 100, 2000, 2100);
  const skin = { without: ['particle300', 'particle100', 'particle50'] } as const;

  test('shows judgements at slider heads, and missed ticks and ends', () => {
    const scene = buildScene({ objects: [slider], frames: headOnly, skin, mods: lazerMods([]) });
    expect(spritesAt(scene, 2300, 'hit300')[0]?.at).toEqual({ x: 609, y: 351 });
    expect(spritesAt(scene, 2700, 'slidertickmiss')).toHaveLength(1);
    expect(spritesAt(scene, 3300, 'sliderendmiss')).toHaveLength(1);
  });

  test('with Classic, shows the judgement of a slider at its end', () => {
    const mods = lazerMods([{ acronym: 'CL', settings: {} }]);
    const scene = buildScene({ objects: [slider], frames: headOnly, skin, mods });
    expect(spritesAt(scene, 2300, 'hit300')).toEqual([]);
    expect(spritesAt(scene, 3300, 'hit50')[0]?.at).toEqual({ x: 1059, y: 351 });
  });

  test('without Classic, does not fade a late circle before it is missed', () => {
    const scene = buildScene({ objects: [circle], frames: untouched, mods: lazerMods([]) });
    expect(lookAt(scene, 2140, 'hitcircle')?.alpha).toBe(1);
  });

  test('with Traceable, draws only outlines, arrows and approach circles', () => {
    const mods = lazerMods([{ acronym: 'TC', settings: {} }]);
    const items = itemsAt(buildScene({ objects: ['100,100,2000,6,0,L|300:100,2,200'], frames: untouched, mods }), 1900);
    const images = items.map((item) => (item.kind === 'sprite' ? item.image : item.kind));
    expect(images).toEqual(['body', 'user/reversearrow', 'user/sliderscorepoint', 'user/approachcircle']);
    expect(items[0]).toMatchObject({ body: { trackAlpha: 0, border: { r: 0, g: 202, b: 0 } } });
  });
});

describe('an unusual object:', () => {
  test.each([
    ['a slider without length', '100,100,2000,2,0,L|100:100,1,0'],
    ['a slider that turns 500 times in half a second', '100,100,2000,2,0,L|101:100,500,0.2'],
    ['a slider far outside', '-90000,100,2000,2,0,L|90000:5000,1,100000'],
    ['a spinner of no length', '256,192,2000,12,0,2000'],
  ])('%s is drawn with finite positions and sizes', (_, object) => {
    for (const timing of [undefined, ['0,NaN,4,1,0,100,1,0'], ['0,0.0001,4,1,0,100,1,0']]) {
      const scene = buildScene({ objects: [object, '300,300,2100,1,0'], frames: untouched, timing });
      for (let t = 500; t < 4000; t += 13) expect(itemsAt(scene, t).filter(isImpossible)).toEqual([]);
    }
  });

  function isImpossible(item: DisplayItem): boolean {
    if (item.kind === 'body') {
      return item.body.path.length === 0 || ![item.from, item.to, item.alpha].every(Number.isFinite);
    }
    return item.kind === 'sprite' && ![item.at.x, item.at.y, item.scale, item.rotation ?? 0].every(Number.isFinite);
  }
});

describe('layers', () => {
  test('lie in the order spinner, follow points, lights, objects, approach circles, judgements', () => {
    const scene = buildScene({
      objects: ['256,192,1900,12,0,4000', '100,100,2000,5,0', '300,100,2500,1,0', '400,300,2600,1,0'],
      frames: still(100, 100, 2000, 2030),
    });
    const order = itemsAt(scene, 2040).map((item) => (item.kind === 'sprite' ? item.image.slice(5) : item.kind));
    const first = (name: string) => order.findIndex((image) => image.startsWith(name));
    const firstIndices = ['spinner-', 'followpoint', 'particle300', 'hit300', 'hitcircle', 'approachcircle'].map(first);
    expect(firstIndices).not.toContain(-1);
    expect(firstIndices).toEqual([...firstIndices].sort((a, b) => a - b));
    expect(order.lastIndexOf('hit300')).toBeGreaterThan(first('approachcircle'));
  });

  test('the flashlight shrinks with the combo and opens in breaks', () => {
    const stream = Array.from({ length: 110 }, (_, i) => `256,192,${1000 + i * 50},1,0`);
    const frames: Row[] = Array.from({ length: 4000 }, (_, i) => [
      i * 5,
      256,
      192,
      i * 5 >= 1000 && i % 10 < 5 ? 5 : 0,
    ]);
    const scene = buildScene({
      objects: [...stream, '256,192,12000,1,0'],
      general: ['StackLeniency: 0'],
      events: ['2,7000,11500'],
      frames,
      modBits: 1024,
    });
    const radius = (t: number) =>
      itemsAt(scene, t).flatMap((item) => (item.kind === 'spotlight' ? [item.innerPx / 2.25] : []))[0];
    expect(scene.play.result.maxCombo).toBeGreaterThanOrEqual(110);
    expect(radius(900)).toBe(125);
    expect(radius(6900)).toBeCloseTo(125 * 0.8125);
    expect(radius(9000)).toBeCloseTo(125 * 0.8125 * 2.5);
  });
});
