import { describe, expect, test } from 'vitest';
import { madeScene, type SceneParts } from '../../../test/support/made-scene.ts';
import { createDisplayList } from './display-list/display-list.ts';
import { drawFadeToBlack } from './fade-to-black.ts';
import { frameAt } from './frame.ts';

const played = {
  objects: ['256,192,12000,1,0'],
  frames: [
    [0, 0, 0, 0],
    [14_000, 0, 0, 0],
  ],
} as const;

function darkness(parts: SceneParts, t: number): number {
  const list = createDisplayList();
  drawFadeToBlack(list, madeScene(parts), t);
  const [item] = list.items;
  return item?.kind === 'fill' ? (item.alpha ?? 1) : 0;
}

describe('the picture', () => {
  test.each([
    ['is there from the first moment', 0, 0],
    ['goes dark before the results', 13_300, 0.5],
    ['is dark as they begin', 13_500, 1],
    ['and light again', 13_700, 0.5],
    ['stays so', 18_500, 0],
    ['until the end comes', 19_000, 0.5],
    ['in darkness', 19_500, 1],
  ])('%s', (_, t, expected) => {
    expect(darkness(played, t)).toBeCloseTo(expected, 9);
  });

  test('comes out of the dark where the song is entered in its middle', () => {
    const skipping = { ...played, timing: ['0,400,4,1,0,100,1,0'], options: { skipIntro: true } };
    expect(darkness(skipping, 8800)).toBe(1);
    expect(darkness(skipping, 9000)).toBeCloseTo(0.5, 9);
    expect(darkness(skipping, 9200)).toBe(0);
  });

  test('goes with the song of a play that failed', () => {
    const failed = { ...played, frames: played.frames.slice(0, 1) };
    expect(darkness(failed, 2000)).toBe(0);
    expect(darkness(failed, 3000)).toBe(1);
  });
});

test.each([
  [0.8, 0.5],
  [0.3, 0.7],
  [1, 0],
])('dimmed by %d, the background has %d of its light behind the results', (backgroundDim, light) => {
  const background = { width: 1920, height: 1080 };
  const scene = madeScene({ ...played, background, options: { backgroundDim } });
  const [first] = frameAt(scene, scene.resultsAt! + 1000).items;
  const shade = Math.round(255 * light);
  expect(first).toMatchObject({ kind: 'sprite', image: 'background' });
  expect(first?.kind === 'sprite' && Math.round(first.tint!.r)).toBe(shade);
});
