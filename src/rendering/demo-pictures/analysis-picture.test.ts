import { expect, test } from 'vitest';
import { playOf, replayOf, taps } from '../../../test/support/replays/build-play.ts';
import { analysisPicture } from './analysis-picture.ts';

test('the picture of an analysis has a dot for each hit, a bar for each error and a line for each miss', () => {
  const times = [1000, 2000, 3000, 4000];
  const errors = [0, 0, 12];
  const rows = taps(
    errors.map((error, i) => [times[i]! + error, 256, 192]),
    6000,
  );
  const play = playOf({ objects: times.map((time) => `256,192,${time},1,0`) }, rows);
  const picture = analysisPicture({ play, replay: replayOf(rows) });
  expect(picture.match(/<circle /g)).toHaveLength(3);
  expect(picture.match(/<rect .*fill="#77c8ff"/g)).toHaveLength(2);
  expect(picture.match(/stroke="#ff8a9b"/g)).toHaveLength(1);
});
