import { expect, test } from 'vitest';
import { buildScene } from '../../../test/support/scene/build-scene.ts';
import { modPlays } from '../../../test/support/scene/mod-plays.ts';
import { lazerMods, stableMods } from '../../game/mods/index.ts';
import { withCinema } from './cinema.ts';
import { frameAt } from './frame.ts';

const cinema = lazerMods([{ acronym: 'CN', settings: {} }]);
const [, play] = modPlays[0]!;
const background = { width: 1920, height: 1080 };

test('with Cinema only the background is shown: no objects, no cursor, no HUD', () => {
  const images = (mods: typeof cinema) =>
    frameAt(buildScene({ ...play, modBits: 0, mods, background }), 1900).items.flatMap((item) =>
      item.kind === 'sprite' ? [item.image] : [],
    );
  expect(images(cinema)).toEqual(['background']);
  expect(images(lazerMods([])).length).toBeGreaterThan(5);
});

test("Cinema ignores the viewer's background settings", () => {
  const options = {
    backgroundDim: 1,
    introDim: 0.5,
    breakDim: 1,
    backgroundBlur: 1,
    storyboard: false,
    video: false,
  };
  const full = { backgroundDim: 0, introDim: null, breakDim: null, backgroundBlur: 0, storyboard: true, video: true };
  expect(withCinema(options, cinema)).toEqual(full);
  expect(withCinema(options, stableMods(1 << 22))).toEqual(full);
  expect(withCinema(options, lazerMods([]))).toBe(options);
});
