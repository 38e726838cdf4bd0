import { expect, test } from 'vitest';
import { mapBytes } from '../../../test/support/beatmaps/map-text.ts';
import { mistakesOf, tapping } from '../../../test/support/mistakes/mistakes.ts';
import { modsFor, playOf, type Row } from '../../../test/support/replays/build-play.ts';
import { mistakeAnalytics } from '../../game/analytics/index.ts';
import { type Cause, costsOf, publishedMistake } from '../../game/mistakes/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import { mistake, mistakeCause } from './mistakes.ts';

const map = {
  objects: [
    '100,100,1000,1,0',
    '100,100,2000,1,0',
    '100,100,3000,1,0',
    '300,100,3100,1,0',
    '100,100,4000,2,0,L|300:100,1,200',
    '256,192,6000,12,0,8000',
  ],
};

/** The mistakes of a play in the analytics, and what the schema reads from them. */
function published(rows: readonly Row[]) {
  const rating = { osu: mapBytes(map), mods: modsFor({}), pp: createRosuPp() };
  return costsOf(playOf(map, rows), mistakesOf(map, rows), rating).map((found) =>
    mistakeAnalytics(publishedMistake(found)),
  );
}

test('the mistakes of a play are as the schema describes them, key by key', () => {
  const rows = tapping(
    [
      [1060, 110],
      [2000, 160.123],
      [3100, 300],
      [4000, 100],
    ],
    9000,
  );
  const mistakes = published(rows);
  expect(mistakes.map(({ cause }) => cause)).toEqual([
    'timing',
    'aim',
    'missed-both',
    'note-lock',
    'slider-left',
    'slider-left',
    'spinner-short',
  ]);
  for (const row of mistakes) expect(mistake.strict().parse(row)).toEqual(row);
  expect(mistakes[1]).toMatchObject({
    error_ms: 0,
    distance_px: 60.12,
    combo_lost: 1,
    press: { time: 2000, x: 160.12, y: 100 },
  });
  expect(mistakes[3]).toMatchObject({ blocked_by: 2 });
  expect(mistakes[4]).toMatchObject({ part: 'tick', released: true });
  expect(mistakes[6]).toMatchObject({ spins: { turns: 0, required: 5.5, rpm: 0 }, pp_lost: expect.any(Number) });
});

test('the causes of the schema are those of the game', () => {
  const ofGame: readonly Cause[] = mistakeCause.options;
  // The compiler refuses a cause that only one of the two has.
  const ofSchema: typeof mistakeCause.options = [
    ...ofGame,
  ] as Cause[] satisfies (typeof mistakeCause.options)[number][];
  expect(ofSchema).toHaveLength(new Set(ofSchema).size);
});
