import { expect, test } from 'vitest';
import type { Analytics } from '../../../contract/index.ts';
import { compareChartsOf } from './compare-charts.ts';
import { comparedPlayersOf, sectionsOf } from './compare-data.ts';

const windows = { great: 20, ok: 60, meh: 100 };

/** A player who presses every second for a minute, with an error that depends on the time, and misses some objects. */
function player(username: string, errorAt: (t: number) => number, missedTimes: readonly number[] = []) {
  const times = Array.from({ length: 60 }, (_, i) => i * 1000).filter((t) => !missedTimes.includes(t));
  return {
    identity: { username },
    hits: times.map((t) => ({ t, error: errorAt(t), dx: 0, dy: 0 })),
    missed: missedTimes.map((t) => ({ t, x: 0, y: 0, aim: null })),
    accuracy_over_time: times.map((t) => ({ t, accuracy: 1 })),
    score_over_time: times.map((t, i) => ({ t, score: (i + 1) * 100 })),
    hit_windows: windows,
    clock_rate: 1,
  };
}

const analyticsOf = (...players: ReturnType<typeof player>[]) =>
  ({ ...players[0], frames: [], life_bar: [], players }) as unknown as Analytics;

const wobbly = (t: number) => (t % 2000 === 0 ? 30 : -30);

test('each section names the player with the better presses', () => {
  const first = player('first', (t) => (t < 30_000 ? 0 : wobbly(t)));
  const second = player('second', (t) => (t < 30_000 ? wobbly(t) : 0));
  const sections = sectionsOf(comparedPlayersOf(analyticsOf(first, second), {}));
  expect(sections.map(({ best }) => best)).toEqual([[0], [0], [1], [1]]);
  expect(sections[0]?.results[0]).toEqual({ accuracy: 100, misses: 0, unstableRate: 0 });
  expect(sections[0]?.results[1]?.accuracy).toBeCloseTo(100 / 3);
});

test('a miss counts more than the timing of all hits', () => {
  const missing = player('missing', () => 0, [2000]);
  const unsteady = player('unsteady', (t) => (t % 2000 === 0 ? 15 : -15));
  const [section] = sectionsOf(comparedPlayersOf(analyticsOf(missing, unsteady), {}));
  expect(section?.best).toEqual([1]);
  expect(section?.results.map(({ misses }) => misses)).toEqual([1, 0]);
});

test('equal accuracies are compared by the unstable rate, and equal players have no best one', () => {
  const steady = player('steady', () => 5);
  const unsteady = player('unsteady', (t) => (t % 2000 === 0 ? 10 : 0));
  const best = (...players: ReturnType<typeof player>[]) =>
    sectionsOf(comparedPlayersOf(analyticsOf(...players), {})).map((section) => section.best);
  expect(best(unsteady, steady)).toEqual([[1], [1], [1], [1]]);
  expect(best(steady, steady)).toEqual([[], [], [], []]);
});

test('scores are compared with the first player, also between their own changes', () => {
  const first = player('first', () => 0);
  const late = { ...player('late', () => 0), score_over_time: [{ t: 30_500, score: 5000 }] };
  const charts = compareChartsOf(comparedPlayersOf(analyticsOf(first, late), {}));
  const difference = charts.at(-1);
  const at = difference?.times.indexOf(30_500) ?? -1;
  expect(difference?.lines.map(({ values }) => values[at])).toEqual([0, 5000 - 3100]);
  expect(difference?.lines[1]?.values[0]).toBe(-100);
});

test('a player who is not judged yet, or has no name, is still told apart', () => {
  const { hits: _, ...unjudged } = player('unjudged', () => 0);
  const players = comparedPlayersOf(
    analyticsOf(
      player('', () => 0),
      unjudged as never,
    ),
    {},
  );
  expect(players.map(({ name, index }) => [name, index])).toEqual([['1', 0]]);
});

test('players may have more hits than a call may have arguments', () => {
  const accuracy_over_time = Array.from({ length: 200_000 }, (_, t) => ({ t, accuracy: 0.9 + (t % 2) / 100 }));
  const long = { ...player('long', () => 5), accuracy_over_time };
  const ranges = compareChartsOf(
    comparedPlayersOf(
      analyticsOf(
        long,
        player('b', () => 5),
      ),
      {},
    ),
  ).map(({ range }) => range);
  expect(ranges).toContainEqual([90, 100]);
});
