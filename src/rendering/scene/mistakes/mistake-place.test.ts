import { expect, test } from 'vitest';
import { mistakenPlay, mistakes } from '../../../../test/support/mistakes/play-with-mistakes.ts';
import { buildScene, type SceneParts } from '../../../../test/support/scene/build-scene.ts';
import { findMistakes } from '../../../game/mistakes/index.ts';
import { lazerMods } from '../../../game/mods/index.ts';
import { createObjectMotion } from '../../../game/play/index.ts';
import { nearTarget, placeOf } from './mistake-place.ts';

const lazer = (...acronyms: string[]) => lazerMods(acronyms.map((acronym) => ({ acronym, settings: {} })));

/** The late circle of the play as the head of a slider. */
const lateHead = mistakenPlay.objects.with(1, '300,120,2320,2,0,L|400:120,1,100');

test.each<[name: string, parts: SceneParts]>([
  ['a stable play', {}],
  ['a play with Hard Rock', { modBits: 16 }],
  ['a lazer play', { mods: lazer() }],
  ['a play with Wiggle', { mods: lazer('WG') }],
  ['a play with Wiggle and a late slider head', { mods: lazer('WG'), objects: lateHead }],
  ['a play with Transform', { mods: lazer('TR') }],
])('the places of the mistakes of %s are as far from the cursor as the evidence says', (_, parts) => {
  const { play, replay, mods } = buildScene({ ...mistakenPlay, ...parts });
  const motion = createObjectMotion({ map: play.map, mods, entryAngles: play.entryAngles });
  const measured = findMistakes(play, replay.frames, mods).filter(({ distancePx }) => distancePx !== undefined);
  expect(measured.length).toBeGreaterThanOrEqual(3);
  for (const mistake of measured) {
    const { target } = placeOf(mistake, play.map.objects[mistake.object]!, motion);
    const { x, y } = mistake.cursor!.at;
    expect(Math.hypot(x - target.x, y - target.y), JSON.stringify(mistake)).toBeCloseTo(mistake.distancePx!, 3);
  }
});

test('a slider as a whole is decided at its head or at its ball, as the distance says', () => {
  const { play } = buildScene(mistakenPlay);
  const slider = play.map.objects[2]!;
  const cursor = { time: 3500, at: { x: 200, y: 290 } };
  const placeAt = (distancePx: number) => placeOf({ ...mistakes.slider, cursor, distancePx }, slider, null);
  expect(placeAt(40)).toEqual({ time: 3500, target: { x: 200, y: 250 }, isBall: false });
  expect(placeAt(107.7)).toMatchObject({ target: { x: expect.closeTo(300, 0), y: 250 }, isBall: true });
});

test.each([
  [{ x: 13, y: 14 }, 5, { x: 13, y: 14 }],
  [{ x: 40, y: 50 }, 5, { x: 13, y: 14 }],
  [{ x: 10, y: 10 }, 5, { x: 10, y: 10 }],
])('from 10, 10 the point %o at a distance of at most %d is %o', (at, maxDistance, expected) => {
  const { x, y } = nearTarget({ x: 10, y: 10 }, at, maxDistance);
  expect([x, y]).toEqual([expect.closeTo(expected.x), expect.closeTo(expected.y)]);
});
