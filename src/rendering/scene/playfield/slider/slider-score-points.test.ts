import { describe, expect, test } from 'vitest';
import type { Row } from '../../../../../test/support/replays/build-play.ts';
import { buildScene, type SceneParts } from '../../../../../test/support/scene/build-scene.ts';
import { spritePx, spritesAt } from '../../../../../test/support/scene/playfield-items.ts';
import { lazerMods } from '../../../../game/mods/index.ts';

/** 200 pixels in a second. The map has a scale of 2.25 screen pixels per osu! pixel. */
const slider = '100,100,2000,6,0,L|300:100,1,200';
const follow: Row[] = Array.from({ length: 900 }, (_, i) => {
  const t = i * 10;
  return [t, 100 + Math.max(0, Math.min(200, (t - 2000) / 5)), 100, t >= 2000 && t <= 3100 ? 5 : 0];
});

function pointsAt(t: number, parts: SceneParts = {}) {
  const scene = buildScene({ objects: [slider], frames: follow, ini: ['Version: 1.0'], ...parts });
  return spritesAt(scene, t, 'sliderpoint30');
}

describe('the score of a slider point', () => {
  test.each([
    [2000, 0, 1],
    [2150, 7.5, 1],
    [2300, 10, 1],
    [2330, 10, 0.5],
  ])('at %d ms has risen by %d skin pixels and has an opacity of %d', (t, risen, alpha) => {
    const [point] = pointsAt(t);
    expect(point!.at).toEqual({ x: 609, y: expect.closeTo(351 - risen * spritePx) });
    expect(point!.alpha).toBeCloseTo(alpha);
  });

  test('is gone after 360 ms', () => {
    expect(pointsAt(2360)).toEqual([]);
  });

  test.each([
    ['a stable play', {}],
    ['a lazer play', { mods: lazerMods([]) }],
    ['a play with Deflate', { mods: lazerMods([{ acronym: 'DF', settings: {} }]) }],
  ] as const)('lies on the end, in %s, from its judgement on', (_, parts) => {
    for (const t of [2990, 3010]) {
      const points = pointsAt(t, parts);
      expect(points.map(({ at }) => at.x)).toEqual(points.map(() => expect.closeTo(1059)));
    }
    expect(pointsAt(3010, parts)).toHaveLength(1);
  });

  test('is not shown with a newer skin', () => {
    expect(pointsAt(2000, { ini: ['Version: 2.0'] })).toEqual([]);
  });
});
