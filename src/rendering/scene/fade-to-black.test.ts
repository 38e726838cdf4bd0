import { describe, expect, test } from 'vitest';
import { buildScene, type SceneParts } from '../../../test/support/scene/build-scene.ts';
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
  drawFadeToBlack(list, buildScene(parts), t);
  const [item] = list.items;
  return item?.kind === 'fill' ? (item.alpha ?? 1) : 0;
}

describe('the frame', () => {
  test.each([
    ['is bright from the first moment', 0, 0],
    ['fades out before the results', 13_300, 0.5],
    ['is black when they start', 13_500, 1],
    ['fades in with the results', 13_700, 0.5],
    ['stays bright', 18_500, 0],
    ['fades out at the end', 19_000, 0.5],
    ['ends black', 19_500, 1],
  ])('%s', (_, t, expected) => {
    expect(darkness(played, t)).toBeCloseTo(expected, 9);
  });

  test('fades in where a skipped intro starts', () => {
    const skipping = { ...played, timing: ['0,400,4,1,0,100,1,0'], options: { skipIntro: true } };
    expect(darkness(skipping, 8800)).toBe(1);
    expect(darkness(skipping, 9000)).toBeCloseTo(0.5, 9);
    expect(darkness(skipping, 9200)).toBe(0);
  });

  test('fades out with the song of a failed play', () => {
    const failed = { ...played, frames: played.frames.slice(0, 1) };
    expect(darkness(failed, 2000)).toBe(0);
    expect(darkness(failed, 3000)).toBe(1);
  });
});

test.each([
  [0.8, 0.5],
  [0.3, 0.7],
  [1, 0],
])('with a dim of %d, the background has a brightness of %d behind the results', (backgroundDim, brightness) => {
  const background = { width: 1920, height: 1080 };
  const scene = buildScene({ ...played, background, options: { backgroundDim } });
  const [first] = frameAt(scene, scene.resultsAt! + 1000).items;
  const shade = Math.round(255 * brightness);
  expect(first).toMatchObject({ kind: 'sprite', image: 'background' });
  expect(first?.kind === 'sprite' && Math.round(first.tint!.r)).toBe(shade);
});
