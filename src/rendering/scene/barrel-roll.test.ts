import { expect, test } from 'vitest';
import { buildScene } from '../../../test/support/scene/build-scene.ts';
import { modPlays } from '../../../test/support/scene/mod-plays.ts';
import { lazerMods } from '../../game/mods/index.ts';
import type { LazerMod } from '../../game/replay/index.ts';
import type { SpriteItem } from './display-list/display-list.ts';
import { frameAt } from './frame.ts';

const [, play] = modPlays[0]!;
const sceneWith = (...mods: readonly LazerMod[]) => buildScene({ ...play, modBits: 0, mods: lazerMods(mods) });
const barrelRoll = (settings: LazerMod['settings'] = {}): LazerMod => ({ acronym: 'BR', settings });

function spriteAt(scene: ReturnType<typeof buildScene>, t: number, image: string) {
  const sprite = frameAt(scene, t).items.find(
    (item): item is SpriteItem => item.kind === 'sprite' && item.image === `user/${image}`,
  );
  if (sprite === undefined) throw new Error(`${image} is not there.`);
  return sprite;
}

/** The published rule: the playfield is scaled by 3/4 and turned about its middle by a fraction of a turn per minute. */
function published({ x, y }: { x: number; y: number }, turns: number) {
  const middle = { x: 960, y: 540 + 8 * 2.25 };
  const angle = turns * 2 * Math.PI;
  const [dx, dy] = [(x - middle.x) * 0.75, (y - middle.y) * 0.75];
  return {
    x: middle.x + dx * Math.cos(angle) - dy * Math.sin(angle),
    y: middle.y + dx * Math.sin(angle) + dy * Math.cos(angle),
  };
}

test.each([
  [{}, 0.5],
  [{ spin_speed: 4, direction: 1 }, -4],
  [{ spin_speed: 99, direction: 'Counterclockwise' }, -12],
  [{ spin_speed: -1 }, 0.02],
])('Barrel Roll with %j turns the playfield %d times per minute', (settings, perMinute) => {
  const [straight, rolled] = [sceneWith(), sceneWith(barrelRoll(settings))];
  for (const t of [1500, 1900]) {
    const turns = (t / 60_000) * perMinute;
    for (const image of ['hitcircle', 'cursor'] as const) {
      const [before, after] = [spriteAt(straight, t, image), spriteAt(rolled, t, image)];
      const expected = published(before.at, turns);
      expect(Math.hypot(after.at.x - expected.x, after.at.y - expected.y)).toBeLessThan(0.001);
      expect(after.scale).toBeCloseTo(before.scale * 0.75, 9);
      // Circles and the cursor stay upright.
      expect(after.rotation ?? 0).toBeCloseTo(before.rotation ?? 0, 5);
    }
    expect(spriteAt(rolled, t, 'approachcircle').rotation).toBeCloseTo(turns * 2 * Math.PI, 5);
  }
});

test('the HUD does not rotate, and the flashlight follows the rotated cursor', () => {
  const flashlight: LazerMod = { acronym: 'FL', settings: {} };
  const light = (scene: ReturnType<typeof buildScene>) =>
    frameAt(scene, 1900).items.find((item) => item.kind === 'spotlight')!.at;
  const expected = published(light(sceneWith(flashlight)), (1900 / 60_000) * 0.5);
  const rolled = light(sceneWith(flashlight, barrelRoll()));
  expect(Math.hypot(rolled.x - expected.x, rolled.y - expected.y)).toBeLessThan(0.001);
  const score = (scene: ReturnType<typeof buildScene>) => spriteAt(scene, 1900, 'score 0').at;
  expect(score(sceneWith(barrelRoll()))).toEqual(score(sceneWith()));
});

test('presses are judged as without it: the recorded cursor is that of the playfield', () => {
  expect(sceneWith(barrelRoll({ spin_speed: 12 })).play.judgements).toEqual(sceneWith().play.judgements);
});
