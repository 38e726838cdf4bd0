import { expect, test } from 'vitest';
import { type HabitSums, habitsOf } from '../../game/habits/index.ts';
import type { PlayerReport } from '../../game/study/index.ts';
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

function textOf(rightHits: number): string {
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
      { cause: 'timing', mistakes: 6, combo_breaks: 0, share: 0.6 },
      { cause: 'aim', mistakes: 4, combo_breaks: 3, share: 0.4 },
    ],
    plays_without_aim: 0,
    plays_without_timing: 0,
    months: [],
  };
  return formatStudy({ players: [player], skipped: [] });
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
