import { expect, test } from 'vitest';
import { listedPlay, mistake } from '../../../test/support/study/listed-play.ts';
import { type HabitSums, habitsOf } from '../../game/habits/index.ts';
import type { ListedPlay, PlayerReport } from '../../game/study/index.ts';
import { formatStudy } from './report-text.ts';

const errors = (count: number, mean: number) => ({ count, sum: count * mean, squares: count * (mean ** 2 + 100) });
const none = errors(0, 0);

/** Twenty hits of the left key and some of the right one, in two bins. */
function habitsWith(rightHits: number): HabitSums {
  const [many, few] = [errors(20, -3), errors(rightHits, 40)];
  return {
    aim: null,
    timing: { all: many, bySpacing: Array(7).fill(none), byTempo: [many, few], overPlay: Array(10).fill(none) },
    keys: { left: { presses: 30, errors: many }, right: { presses: 10, errors: few } },
  };
}

function textOf(rightHits: number, changes: Partial<PlayerReport> = {}, plays: readonly ListedPlay[] = []): string {
  const player: PlayerReport = {
    name: 'Anna',
    plays: 2,
    objects: 100,
    misses: 5,
    misses_per_1000: 50,
    accuracy: 0.9,
    unstable_rate: 120,
    pp: null,
    first_played: null,
    last_played: null,
    habits: habitsOf(habitsWith(rightHits)),
    causes: [
      { cause: 'timing', mistakes: 6, combo_breaks: 0, share: 0.6, pp_lost: null, examples: [] },
      { cause: 'aim', mistakes: 4, combo_breaks: 3, share: 0.4, pp_lost: null, examples: [] },
    ],
    plays_without_aim: 0,
    plays_without_timing: 0,
    months: [],
    ...changes,
  };
  return formatStudy({ players: [player], plays, skipped: [] });
}

test('numbers of few hits are marked', () => {
  const text = textOf(19);
  expect(text).toMatch(/keys +left 75 %, 3\.0 ms early; right 25 %, 40\.0 ms late \(only 19 hits\)\n/);
  expect(text).toMatch(/0 to 60 +20 +3\.0 ms early/);
  expect(text).toMatch(/60 to 90 +19 \* +40\.0 ms late/);
  expect(text).toContain('* Fewer than 20 hits say little.');
  expect(textOf(20)).not.toMatch(/only|\*/);
});

test('causes say how many combos they broke', () => {
  expect(textOf(20)).toMatch(/mistakes +timing 60 % \(6\); aim 40 % \(4, 3 combo breaks\)\n/);
});

test('a moment of each cause has its file, its time in the map, what happened and its cost', () => {
  const example = { replay_md5: 'a'.repeat(32), ...mistake };
  const causes: PlayerReport['causes'] = [
    { cause: 'no-press', mistakes: 2, combo_breaks: 2, share: 1, pp_lost: 20, examples: [example] },
  ];
  const text = textOf(20, { causes }, [listedPlay()]);
  expect(text).toContain(`    no-press: 2 mistakes, each alone: 20.0 pp in total
      01:23.456  −12.35 pp · −512 combo  The cursor was on the object, but no key was pressed.
          Song [Hard] +HDDT: replays/it's.osr
`);
  // A shell passes the name as it is.
  expect(text).toContain(
    String.raw`  bin/reprise render 'replays/it'\''s.osr' --beatmap MAP --start=80.5 --end=84.5 --set mistake_marks=true`,
  );
});

test.each([
  [20, /\n$/],
  [21, /\n {2}1 more play; --json has all of them\.\n/],
])('of %d plays, twenty are listed', (count, end) => {
  const text = textOf(20, {}, Array(count).fill(listedPlay({ costliest: [] })));
  expect(text.match(/Song \[Hard\]/g)).toHaveLength(20);
  expect(text).toMatch(end);
  expect(text.includes('more play')).toBe(count > 20);
});
