import { expect, test } from 'vitest';
import { buildScene } from '../../../../../test/support/scene/build-scene.ts';
import { lazerMods, stableMods } from '../../../../game/mods/index.ts';
import { frameAt, printDisplayList } from '../../index.ts';

test.each([
  ['lazer', lazerMods([]), true],
  ['stable', stableMods(0), false],
] as const)('a SliderBall colour tints the ball in lazer only: %s', (_, mods, isTinted) => {
  const ini = ['[Colours]', 'SliderBall: 10,20,30'];
  const scene = buildScene({ mods, ini, objects: ['100,100,2000,6,0,L|300:100,1,200'] });
  const balls = printDisplayList(frameAt(scene, 2500))
    .split('\n')
    .filter((line) => line.includes('user/sliderb '));
  expect(balls).toHaveLength(1);
  expect(balls[0]?.includes('#0a141e')).toBe(isTinted);
});
