import { describe, expect, test } from 'vitest';
import { buildReplay } from '../../../test/support/replays/build-replay.ts';
import type { Replay } from '../replay/index.ts';
import type { Play } from './play.ts';
import { recordedScore, scoreDifference, scoresOverPlay } from './recorded-score.ts';

const counts = { n300: 3, n100: 0, n50: 0, geki: 1, katu: 0, miss: 0 };
const replayOf = (header: Parameters<typeof buildReplay>[0] & object) => buildReplay(header) as unknown as Replay;
const replay = (score: number) => replayOf({ header: { score, counts } });

const playOf = (scores: readonly number[], failedAt: number | null = null) =>
  ({
    totals: { score: Float64Array.from(scores) },
    result: { score: scores.at(-1) ?? 0 },
    failedAt,
  }) as unknown as Play;

describe('the recorded score', () => {
  test('is that of the header', () => {
    expect(recordedScore(replay(1000))).toBe(1000);
  });

  test('is unknown without counts or without points', () => {
    expect(recordedScore(replay(0))).toBeNull();
    expect(recordedScore(replayOf({ header: { score: 1000, counts: { ...counts, n300: 0 } } }))).toBeNull();
  });
});

describe('the score over the play', () => {
  test('is scaled to end at the recorded score', () => {
    expect(Array.from(scoresOverPlay(playOf([300, 900, 1500]), replay(1600)))).toEqual([320, 960, 1600]);
    expect(scoresOverPlay(playOf([333, 777, 1234567]), replay(1235667)).at(-1)).toBeCloseTo(1235667, 6);
  });

  test.each([
    ['they agree', playOf([300, 900]), 900],
    ['nothing is recorded', playOf([300, 900]), 0],
    ['the play failed', playOf([300, 900], 5000), 1000],
    ['there is nothing to scale', playOf([0, 0]), 1000],
    ['nothing was judged', playOf([]), 1000],
  ] as const)('is the simulated one if %s', (_, play, score) => {
    expect(scoresOverPlay(play, replay(score))).toBe(play.totals.score);
  });
});

describe('the difference of the scores', () => {
  test.each([
    [1000, 900, 'The simulated score is 1000, 100 (11.111 %) more than recorded; the counter is scaled to end at 900.'],
    [900, 1000, 'The simulated score is 900, 100 (10.000 %) less than recorded; the counter is scaled to end at 1000.'],
  ])('of a simulated %d and a recorded %d is described', (simulated, recorded, text) => {
    expect(scoreDifference(playOf([simulated]), replay(recorded))).toBe(text);
  });

  test('is not described if there is none, or nothing to compare', () => {
    expect(scoreDifference(playOf([900]), replay(900))).toBeNull();
    expect(scoreDifference(playOf([900]), replay(0))).toBeNull();
    expect(scoreDifference(playOf([900], 5000), replay(1000))).toBeNull();
  });
});
