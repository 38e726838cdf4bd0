import { describe, expect, test } from 'vitest';
import { buildScene, type SceneParts } from '../../../../test/support/scene/build-scene.ts';
import { circle, itemsAt, spritesAt, untouched } from '../../../../test/support/scene/playfield-items.ts';
import { lazerMods, stableMods } from '../../../game/mods/index.ts';
import type { Rgb } from '../../../game/units.ts';

const lazer = (...acronyms: string[]) => lazerMods(acronyms.map((acronym) => ({ acronym, settings: {} })));
const grey = (level: number): Rgb => ({ r: level, g: level, b: level });
/** 200 pixels in a second, and back. */
const slider = '100,100,2000,6,0,L|300:100,2,200';

/** A skin whose only combo colour is white: tints are brightnesses. */
function sceneOf(parts: SceneParts) {
  return buildScene({ objects: [circle], frames: untouched, ini: ['[Colours]', 'Combo1: 255,255,255'], ...parts });
}

/** The tints of the sprites of an image; white without one. */
function tintsOf(parts: SceneParts, t: number, image: string): Rgb[] {
  return spritesAt(sceneOf(parts), t, image).map(({ tint = grey(255) }) => tint);
}

function bodyTint(parts: SceneParts, t: number): Rgb {
  const body = itemsAt(sceneOf(parts), t).find(({ kind }) => kind === 'body');
  return body?.kind === 'body' ? (body.tint ?? grey(255)) : grey(0);
}

describe('until it can be hit or missed', () => {
  test.each([
    [801, 195],
    [1600, 195],
    [1625, 210],
    [1650, 225],
    [1700, 255],
    [1999, 255],
  ])('a circle at 2000 ms has, at %d ms, the brightness %d [DM1]', (t, level) => {
    expect(tintsOf({}, t, 'hitcircle')).toEqual([grey(level)]);
    expect(tintsOf({}, t, 'hitcircleoverlay')).toEqual([grey(level)]);
  });

  test.each([
    [900, 195],
    [1650, 225],
    [1700, 255],
    [3500, 255],
  ])('a slider at 2000 ms has, at %d ms, the brightness %d [DM2]', (t, level) => {
    const parts = { objects: [slider] };
    expect(bodyTint(parts, t)).toEqual(grey(level));
    expect(new Set(tintsOf(parts, t, 'sliderendcircle'))).toEqual(new Set([grey(level)]));
    for (const tint of tintsOf(parts, t, 'sliderstartcircle')) expect(tint).toEqual(grey(level));
  });

  test('reverse arrows are dimmed with their slider, also those of later spans [DM2]', () => {
    expect(tintsOf({ objects: [slider] }, 1500, 'reversearrow')).toEqual([grey(195)]);
    const quick = '100,100,2000,6,0,L|120:100,9,20';
    expect(new Set(tintsOf({ objects: [quick] }, 1990, 'reversearrow'))).toEqual(new Set([grey(255)]));
  });

  test('approach circles and slider ticks are not dimmed [DM2]', () => {
    expect(tintsOf({}, 1000, 'approachcircle')).toEqual([grey(255)]);
    expect(tintsOf({ objects: [slider] }, 1590, 'sliderscorepoint')).toEqual([grey(255)]);
  });

  test.each([
    ['lazer', 195, lazer()],
    ['stable', 255, stableMods(0)],
  ] as const)('the number of a circle in a play of %s has a brightness of %d [DM3]', (_, level, mods) => {
    expect(tintsOf({ mods }, 1500, 'hitCircle 1')).toEqual([grey(level)]);
  });

  test('an object with a combo colour has that colour, darkened', () => {
    const ini = ['[Colours]', 'Combo1: 255,51,0'];
    expect(tintsOf({ ini }, 1500, 'hitcircle')).toEqual([{ r: 195, g: 39, b: 0 }]);
  });

  test.each([
    ['Hidden', { mods: stableMods(8) }, 1620, 207],
    ['Freeze Frame', { mods: lazer('FR') }, 1650, 225],
    ['an approach rate above 10', { mods: lazerMods([{ acronym: 'DA', settings: { approach_rate: 11 } }]) }, 1710, 255],
  ] as const)('the times are the same with %s', (_, parts, t, level) => {
    expect(tintsOf(parts, t, 'hitcircle')[0]!.r).toBeCloseTo(level, 5);
  });

  test('slider bodies are dimmed with Traceable and when they are merged', () => {
    expect(bodyTint({ objects: [slider], mods: lazer('TC') }, 1500)).toEqual(grey(195));
    expect(bodyTint({ objects: [slider], options: { sliderMerge: true } }, 1500)).toEqual(grey(195));
  });

  test('the darkness of Target Practice is multiplied', () => {
    const mods = lazerMods([{ acronym: 'TP', settings: { seed: 5 } }]);
    const tints = tintsOf({ objects: [circle, '256,192,6000,1,0'], mods }, 1390, 'hitcircle');
    expect(tints.map(({ r }) => r)).toEqual(tints.map(() => 195 / 2));
    expect(tints).not.toEqual([]);
  });

  test('a circle that was missed by an early press fades out dimmed', () => {
    const early = untouched.map(([t]) => [t, 256, 192, t >= 1620 && t < 1650 ? 5 : 0] as const);
    expect(tintsOf({ frames: early }, 1640, 'hitcircle')).toEqual([grey(219)]);
  });
});
