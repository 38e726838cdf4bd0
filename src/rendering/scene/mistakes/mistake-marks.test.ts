import { expect, test } from 'vitest';
import { mistakenPlay, mistakes } from '../../../../test/support/mistakes/play-with-mistakes.ts';
import { typeface } from '../../../../test/support/scene/build-hud.ts';
import { buildScene, type SceneParts } from '../../../../test/support/scene/build-scene.ts';
import { lazerMods } from '../../../game/mods/index.ts';
import { createDisplayList } from '../display-list/display-list.ts';
import { frameAt } from '../frame.ts';
import { createScene, type Scene } from '../scene.ts';
import type { Together } from '../together/together.ts';
import { withTogether } from '../together/together-look.ts';
import { drawMistakeMarks, placeMarks } from './mistake-marks.ts';

const marked: Partial<Scene['options']> = { mistakeMarks: true };

/** The texts of the marks that are visible at a time. */
function textsAt(scene: Scene, t: number): string[] {
  const { marks } = scene.mistakeMarks!;
  return marks.items.filter(({ appears, vanishes }) => appears <= t && t < vanishes).map(({ text }) => text);
}

/** The images and shapes of marks in a frame. */
function strokesIn(scene: Scene, t: number): number {
  return frameAt(scene, t).items.filter((item) => item.kind === 'sprite' && item.image.startsWith('stroke/')).length;
}

function scenesOf(parts: SceneParts): Scene {
  return createScene({ ...buildScene({ ...parts, options: { ...parts.options, ...marked } }), typeface });
}

test('the marks of a play have the causes of its mistakes', () => {
  const scene = scenesOf(mistakenPlay);
  expect(scene.mistakeMarks!.marks.items.map(({ text }) => text)).toEqual([
    '26 px too far right',
    '60 ms late',
    'ball left by 81 px',
    '0 of 5.5 turns',
  ]);
});

test('a mark appears with the judgement and vanishes a second later', () => {
  const scene = scenesOf(mistakenPlay);
  const { appears } = scene.mistakeMarks!.marks.items[1]!;
  expect(appears).toBe(2380);
  expect([2379, 2380, 3379, 3380].map((t) => textsAt(scene, t).includes('60 ms late'))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(strokesIn(scene, 2370)).toBeLessThan(strokesIn(scene, 2500));
  expect(strokesIn(scene, 9000)).toBe(0);
});

test('a mark is visible for a second of real time', () => {
  const { appears, vanishes } = scenesOf({ ...mistakenPlay, modBits: 64 }).mistakeMarks!.marks.items[0]!;
  expect(vanishes - appears).toBe(1500);
});

test('the line begins at the object, also on a mirrored playfield', () => {
  const scene = scenesOf({ ...mistakenPlay, modBits: 16 });
  const object = scene.play.map.objects[0]!;
  expect(object.at).toEqual({ x: 100, y: 284 });
  expect(scene.mistakeMarks!.marks.items[0]!.target).toEqual(scene.viewport.toScreen(object.at));
});

test('with Barrel Roll, marks move with the playfield and labels stay in the frame', () => {
  const mods = lazerMods([{ acronym: 'BR', settings: { spin_speed: 12 } }]);
  const scene = scenesOf({ ...mistakenPlay, mods });
  const fillsAt = (t: number) => {
    const list = createDisplayList();
    drawMistakeMarks(list, scene.mistakeMarks!, t);
    return list.items.flatMap((item) => (item.kind === 'fill' ? [item.rect] : []));
  };
  const { appears } = scene.mistakeMarks!.marks.items[0]!;
  const [early, late] = [fillsAt(appears + 200), fillsAt(appears + 700)];
  expect(late[0]).not.toEqual(early[0]);
  for (const { left, top, width, height } of [...early, ...late]) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(1920);
    expect(top + height).toBeLessThanOrEqual(1080);
  }
});

test('a slider and its head with the same cause have one mark', () => {
  const input = { ...buildScene(mistakenPlay), typeface };
  const head = { ...mistakes.slider, part: 'head', time: 3900 } as const;
  expect(placeMarks(input, [head, mistakes.slider]).marks.items).toHaveLength(1);
  expect(placeMarks(input, [head, { ...mistakes.slider, time: 5000 }]).marks.items).toHaveLength(2);
});

test('a cursor that is far away has a short line in its direction', () => {
  const input = { ...buildScene(mistakenPlay), typeface };
  const cursor = { time: 2000, at: { x: 100 + 3e8, y: 100 - 4e8 } };
  const { target, cursor: drawn } = placeMarks(input, [{ ...mistakes.aim, cursor }]).marks.items[0]!;
  expect((drawn!.x - target.x) / input.viewport.osuPx).toBeCloseTo(240);
  expect((drawn!.y - target.y) / input.viewport.osuPx).toBeCloseTo(-320);
});

test('the last marks of a failed play vanish while the objects fall', () => {
  const scene = scenesOf({ ...mistakenPlay, frames: mistakenPlay.frames.slice(0, 250) });
  expect(scene.play.failedAt).not.toBeNull();
  expect(strokesIn(scene, 2480)).toBeGreaterThan(0);
  expect(strokesIn(scene, scene.play.failedAt! + 100)).toBeGreaterThan(0);
  expect(strokesIn(scene, scene.span.end)).toBe(0);
});

test('a play without the setting has no marks', () => {
  const scene = buildScene(mistakenPlay);
  expect(scene.mistakeMarks).toBeNull();
});

test.each([
  ['ghosts', true],
  ['scoreboard', true],
  ['knockout', false],
] as const)(
  'a video of several plays in the layout %s can have the marks of the shown play: %s',
  (layout, expected) => {
    const { options } = buildScene(mistakenPlay);
    const together = { layout } as Together;
    expect(withTogether({ ...options, ...marked }, together).mistakeMarks).toBe(expected);
  },
);
