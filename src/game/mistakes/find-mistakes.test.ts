import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../test/support/files/fuzz.ts';
import { mistakesOf } from '../../../test/support/mistakes/mistakes.ts';
import { modBit, modsFor, type Playing, playOf, type Row } from '../../../test/support/replays/build-play.ts';
import { isWholeObject, lazerScoringOf, statisticOf } from '../play/index.ts';

const map = {
  objects: [
    '100,100,1000,1,0',
    '130,100,1080,1,0',
    '100,100,1500,2,0,L|300:100,2,200',
    '300,300,3600,1,0',
    '256,192,4000,12,0,5000',
    '100,300,5600,2,0,L|200:300,1,100',
    '100,300,6200,1,0',
    '120,300,6280,1,0',
    '400,300,6360,1,0',
  ],
};

/** Frames at random times, near the objects, with random keys; some are far apart, some go back in time. */
function randomRows(seed: number): Row[] {
  const random = seededRandom(seed);
  const rows: Row[] = [];
  for (let t = 0; t < 8000; t += random() < 0.01 ? 600 * random() - 50 : 2 + 20 * random()) {
    const keys = random() < 0.3 ? Math.floor(random() * 4) : (rows.at(-1)?.[3] ?? 0);
    rows.push([Math.round(t), 100 + 220 * random() * random(), 100 + 220 * random() * random(), keys]);
  }
  return rows;
}

const kinds: readonly (readonly [string, Playing])[] = [
  ['stable', {}],
  ['stable with Score V2', { modBits: modBit.V2 }],
  ['a client of 2016', { client: 20160101 }],
  ['Relax', { modBits: modBit.RX }],
  ['lazer', { lazer: [] }],
  ['lazer with Classic', { lazer: ['CL'] }],
  ['lazer with Strict Tracking', { lazer: ['ST'] }],
  ['lazer with Wiggle and Alternate', { lazer: ['WG', 'AL'] }],
];

describe.each(kinds)('random plays in %s', (_, kind) => {
  const playing = { ...kind, ignoreFail: true };
  const plays = Array.from({ length: 12 }, (__, seed) => {
    const rows = randomRows(seed + 1);
    return { play: playOf(map, rows, playing), mistakes: mistakesOf(map, rows, playing) };
  });

  test('have as many mistakes as the judgement counts [MC1]', () => {
    for (const { play, mistakes } of plays) {
      const judged = mistakes.map(({ judgement }) => play.judgements[judgement]!);
      const counts = (results: readonly string[]) =>
        ['ok', 'meh', 'miss'].map((name) => results.filter((r) => r === name).length);
      if (!playing.lazer) {
        const whole = judged.filter(isWholeObject).map(({ result }) => result);
        expect(counts(whole)).toEqual([play.result.n100, play.result.n50, play.result.misses]);
        continue;
      }
      const scoring = lazerScoringOf(modsFor(playing));
      const names = judged.map((judgement) => statisticOf(judgement, scoring));
      const { statistics } = play.result;
      expect(counts(names)).toEqual([statistics.ok ?? 0, statistics.meh ?? 0, statistics.miss ?? 0]);
      for (const name of ['large_tick_miss', 'small_tick_miss'] as const) {
        expect(names.filter((other) => other === name)).toHaveLength(statistics[name] ?? 0);
      }
    }
  });

  test('have numbers as evidence, in order of time', () => {
    for (const { mistakes } of plays) {
      for (const [i, { time, errorMs = 0, distancePx = 0, direction = 0 }] of mistakes.entries()) {
        expect([errorMs, distancePx, direction].every(Number.isFinite)).toBe(true);
        expect(time).toBeGreaterThanOrEqual(mistakes[i - 1]?.time ?? 0);
      }
    }
  });
});

test('the mistakes of a replay that goes back in time are in order of time', () => {
  const two = { objects: ['100,100,1000,1,0', '100,100,3200,1,0'] };
  const rows: Row[] = [
    [0, 300, 300, 0],
    [3000, 300, 300, 0],
    [2900, 100, 100, 1],
    [3400, 100, 100, 0],
  ];
  expect(mistakesOf(two, rows)).toMatchObject([
    { object: 1, time: 2900, cause: 'too-early' },
    { object: 0, time: 3000, cause: 'unknown' },
  ]);
});
