import { describe, expect, test } from 'vitest';
import type { Row } from '../../../../../test/support/replays/build-play.ts';
import { buildScene, type SceneParts } from '../../../../../test/support/scene/build-scene.ts';
import { itemsAt, lookAt, spritePx, spritesAt, untouched } from '../../../../../test/support/scene/playfield-items.ts';
import { lazerMods } from '../../../../game/mods/index.ts';
import type { DisplayItem } from '../../display-list/display-list.ts';
import type { Scene } from '../../scene.ts';

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
    [2100, false],
    [2300, true],
    [2600, false],
    [2900, true],
  ])('at %d ms has a follow circle that keeps its size: %s', (t, steady) => {
    const [circle] = spritesAt(buildScene({ objects: [slider], frames: follow }), t, 'sliderfollowcircle');
    expect(circle!.steady).toBe(steady);
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

  test.each([
    ['grows as it vanishes', { frames: follow }, 1.3],
    ['with Hidden, too, grows as it vanishes', { frames: follow, modBits: 8 }, 1.3],
    ['keeps its size if the turn was missed', { frames: untouched }, 1],
  ] as const)('has an arrow that %s', (_, parts, scale) => {
    expect(lookAt(buildScene({ objects: [slider], ...parts }), 3150, 'reversearrow')!.scale).toBeCloseTo(scale);
  });

  test.each([
    ['stable', { modBits: 8 }, { at1200: 1, at1280: 0.94, at2600: 0.25 }],
    ['lazer', { mods: lazerMods([{ acronym: 'HD', settings: {} }]) }, { at1200: 0.833, at1280: 1, at2600: 0.265 }],
  ] as const)('of a %s play with Hidden, has a body that fades out once it has faded in', (_, parts, expected) => {
    const scene = buildScene({ objects: [slider], frames: follow, ...parts });
    expect(body(scene, 1200)?.alpha).toBeCloseTo(expected.at1200, 2);
    expect(body(scene, 1280)?.alpha).toBeCloseTo(expected.at1280, 2);
    expect(body(scene, 2600)?.alpha).toBeCloseTo(expected.at2600, 2);
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
    expect(there).toMatchObject({ at: { x: 834, y: 351 }, rotation: 0, scale: spritePx });
    expect(back).toMatchObject({ at: { x: 834, y: 351 }, rotation: Math.PI, scale: -spritePx });
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
