import { describe, expect, test } from 'vitest';
import { moving } from '../../../../test/support/replays/build-play.ts';
import { buildScene } from '../../../../test/support/scene/build-scene.ts';
import { lazerMods } from '../../../game/mods/index.ts';
import type { DisplayItem } from '../display-list/display-list.ts';
import { frameAt } from '../frame.ts';

const mods = lazerMods([{ acronym: 'BU', settings: {} }]);
/** AR 5, CS 5: preempt 1,200 ms, radius 32.01. The first circle is hit at 2,000, the second is missed at 3,150. */
/** Keeps the results screen away. */
const last = '400,300,14000,1,0';
const objects = ['256,192,2000,5,0', '100,100,3000,1,0', last];
const frames = moving(0, 15_000, 10, (t) => [256, 192, t >= 2000 && t < 2050 ? 5 : 0]);
const scene = buildScene({ objects, frames, mods, ini: ['[Colours]', 'Combo1: 110,220,110'] });
const length = 1700 + 2400 ** Math.fround(1.07);
const diameter = 32.01312 * 1.9 * 2.25;

const bubblesAt = (t: number, shown = scene) =>
  frameAt(shown, t).items.filter(
    (item): item is DisplayItem & { kind: 'pie' } => item.kind === 'pie' && item.sweep === 1,
  );

describe('a bubble', () => {
  test('grows evenly, pops and fades out', () => {
    const radiusAt = (t: number) => bubblesAt(t)[0]?.radiusPx;
    expect(bubblesAt(1999)).toEqual([]);
    expect(radiusAt(2000)).toBeCloseTo(diameter / 2, 2);
    expect(radiusAt(2000 + length * 0.4)).toBeCloseTo((diameter / 2) * 1.125, 2);
    expect(radiusAt(2000 + length * 0.8)).toBeCloseTo((diameter / 2) * 1.25, 2);
    const popping = bubblesAt(2000 + length * 0.9)[0]!;
    expect(popping).toMatchObject({ radiusPx: expect.closeTo((diameter / 2) * 1.25 * (1 + 0.5 * (1 - 0.5 ** 5)), 2) });
    expect(popping).toMatchObject({ alpha: expect.closeTo(1 - Math.sqrt(0.75), 5) });
    expect(bubblesAt(2000 + length).filter(({ at }) => at.x === 960)).toEqual([]);
  });

  test('begins with a white ring that becomes thin and dark', () => {
    const [ring, inside] = bubblesAt(2000);
    expect(ring).toMatchObject({ colour: { r: expect.closeTo(255, 6), g: expect.closeTo(255, 6) } });
    expect(inside).toMatchObject({
      colour: { r: expect.closeTo(100, 6), g: expect.closeTo(200, 6), b: expect.closeTo(100, 6) },
      radiusPx: expect.closeTo(diameter / 2 - diameter / 3.5, 2),
    });
    expect(bubblesAt(2000 + length * 0.31).filter(({ at }) => at.x === 960)).toHaveLength(1);
  });

  test('of a miss is black and has no ring', () => {
    const late = bubblesAt(3200).filter(({ at }) => at.x < 900);
    expect(late).toEqual([expect.objectContaining({ colour: { r: 0, g: 0, b: 0 } })]);
  });

  test('grows further with the combo before it', () => {
    const circles = Array.from({ length: 3 }, (_, i) => `256,192,${2000 + i * 1000},1,0`);
    const rows = moving(0, 15_000, 10, (t) => [256, 192, t >= 2000 && t % 1000 < 50 ? 5 : 0]);
    const combo = buildScene({ objects: [...circles, last], frames: rows, mods, general: ['StackLeniency: 0'] });
    const newest = bubblesAt(4000 + length * 0.8 - 1, combo).at(-1)!;
    expect(newest.radiusPx / (diameter / 2)).toBeCloseTo(1.26, 3);
  });
});

test('bubbles cover the cursor and lie below the HUD; judgements are not shown', () => {
  const kinds = frameAt(scene, 2100).items.map((item) => (item.kind === 'sprite' ? item.image : item.kind));
  const [cursor, bubble, hud] = [kinds.indexOf('user/cursor'), kinds.indexOf('pie'), kinds.indexOf('user/score 0')];
  expect(cursor).toBeGreaterThan(0);
  expect(bubble).toBeGreaterThan(cursor);
  expect(hud).toBeGreaterThan(bubble);
  expect(kinds.filter((image) => image.startsWith('user/hit300'))).toEqual([]);
});

test('the parts of a slider leave bubbles where they would be without stacking; two each, which fade together', () => {
  const slider = ['100,100,2000,2,0,L|300:100,1,200', last];
  const rows = moving(0, 9000, 10, (t) => [
    100 + Math.max(0, Math.min(200, (t - 2000) / 5)),
    100,
    t >= 2000 && t < 3010 ? 5 : 0,
  ]);
  const shown = buildScene({ objects: slider, frames: rows, mods });
  const places = bubblesAt(5600, shown).map(({ at }) => Math.round((at.x - 384) / 2.25));
  expect(places).toEqual([100, 200, 300]);
  const alpha = Math.sqrt(0.75);
  const [head] = bubblesAt(2000 + length * 0.9, shown);
  expect(head).toMatchObject({ alpha: expect.closeTo(1 - alpha ** 2, 5) });
});
