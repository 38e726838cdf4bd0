import { expect, test } from 'vitest';
import { buildScene, type SceneParts } from '../../../../test/support/scene/build-scene.ts';
import { lazerMods, stableMods } from '../../../game/mods/index.ts';
import type { LazerMod } from '../../../game/replay/index.ts';
import { drawCursor } from '../cursor/index.ts';
import { createDisplayList } from '../display-list/display-list.ts';
import { printDisplayList } from '../display-list/print-display-list.ts';
import { drawPlay, frameAt } from '../frame.ts';

// A circle, a slider that is followed, a break and a last circle, which is missed.

const parts: SceneParts = {
  objects: ['100,100,2000,5,0', '200,200,3000,2,0,L|400:200,1,200', '300,100,9000,1,0'],
  events: ['2,4500,8000'],
  frames: Array.from({ length: 1000 }, (_, i) => {
    const t = i * 10;
    const keys = (t >= 2010 && t < 2060) || (t >= 2990 && t < 4050) ? 5 : 0;
    return t < 2500
      ? ([t, 100, 100, keys] as const)
      : ([t, 200 + Math.max(0, Math.min(200, (t - 3000) / 5)), 200, keys] as const);
  }),
};
const times = [500, 900, 1300, 1700, 1990, 2050, 2200, 2900, 3200, 3900, 4100, 5000, 8500, 9100];
const lazer = (acronym: string, settings: LazerMod['settings'] = {}) => lazerMods([{ acronym, settings }]);

/** Everything except the HUD, whose icons and score multipliers belong to the mods. */
function framesOf(mods: SceneParts['mods'], revealObjects: boolean): string[] {
  const scene = buildScene({ ...parts, mods, options: { revealObjects } });
  return times.map((t) => {
    const list = createDisplayList();
    drawPlay(list, scene, t);
    drawCursor(list, scene.cursor, t);
    return printDisplayList(list);
  });
}

test.each<[name: string, mods: SceneParts['mods'], without: SceneParts['mods']]>([
  ['Hidden', stableMods(8), stableMods(0)],
  ['Flashlight', stableMods(1024), stableMods(0)],
  ['Hidden and Flashlight with Double Time', stableMods(8 + 1024 + 64), stableMods(64)],
  ['lazer’s Hidden of approach circles only', lazer('HD', { only_fade_approach_circles: true }), lazerMods([])],
  ['Traceable', lazer('TC'), lazerMods([])],
  ['Blinds', lazer('BL'), lazerMods([])],
])('a play with %s can be drawn as without the mod', (_, mods, without) => {
  expect(framesOf(mods, false)).not.toEqual(framesOf(without, false));
  expect(framesOf(mods, true)).toEqual(framesOf(without, false));
});

test('a play with Hidden is judged as before and keeps the icon of the mod', () => {
  const sceneOf = (revealObjects: boolean) => buildScene({ ...parts, mods: stableMods(8), options: { revealObjects } });
  const [hidden, revealed] = [sceneOf(false), sceneOf(true)];
  expect(revealed.play.judgements).toEqual(hidden.play.judgements);
  expect(revealed.play.totals.score).toEqual(hidden.play.totals.score);
  for (const scene of [hidden, revealed])
    expect(printDisplayList(frameAt(scene, 1000))).toContain('user/selection-mod-hidden');
});

test('objects with Transform and Hidden stay where they are judged', () => {
  const mods = lazerMods(['TR', 'HD'].map((acronym) => ({ acronym, settings: {} })));
  const motionOf = (revealObjects: boolean) => buildScene({ ...parts, mods, options: { revealObjects } });
  const [hidden, revealed] = [motionOf(false), motionOf(true)];
  const poseIn = ({ playfield, play }: typeof hidden) => playfield.context.motion!.poseAt(play.map.objects[0]!, 1300);
  expect(poseIn(revealed)).toEqual(poseIn(hidden));
});
