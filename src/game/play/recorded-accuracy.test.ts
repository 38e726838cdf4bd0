import { expect, test } from 'vitest';
import type { Replay } from '../replay/index.ts';
import { recordedAccuracy } from './recorded-accuracy.ts';

function recorded(
  counts: Partial<Replay['header']['counts']>,
  scoreInfo: Partial<NonNullable<Replay['scoreInfo']>> | null = null,
) {
  return {
    header: { counts: { n300: 0, n100: 0, n50: 0, geki: 0, katu: 0, miss: 0, ...counts } },
    scoreInfo: scoreInfo && { statistics: {}, maximumStatistics: {}, ...scoreInfo },
  } as Replay;
}

test.each([
  ['only 300s', { n300: 10 }, 1],
  ['a 300 and a 100', { n300: 1, n100: 1 }, 400 / 600],
  ['a 50 and a miss', { n50: 1, miss: 1 }, 50 / 600],
  ['no counts', {}, null],
] as const)('computes the recorded accuracy of a header with %s', (_, counts, accuracy) => {
  expect(recordedAccuracy(recorded(counts))).toBe(accuracy);
});

test("lazer's recorded accuracy includes slider points", () => {
  const maximumStatistics = { great: 2, large_tick_hit: 1, slider_tail_hit: 1 };
  const statistics = { great: 2, large_tick_hit: 1, large_tick_miss: 0, slider_tail_hit: 0 };
  expect(recordedAccuracy(recorded({ n300: 2 }, { statistics, maximumStatistics }))).toBeCloseTo(630 / 780);
});

test('a lazer replay without maximum statistics uses the counts of the header', () => {
  expect(recordedAccuracy(recorded({ n300: 1, n100: 1 }, { statistics: { great: 1, ok: 1 } }))).toBe(400 / 600);
});
