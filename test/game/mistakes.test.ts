import { describe, expect, test } from 'vitest';
import type { Cause, FoundMistake } from '../../src/game/mistakes/index.ts';
import { isWholeObject } from '../../src/game/play/index.ts';
import { sharedData } from '../support/files/shared-data.ts';
import { judgePair, realPairs } from '../support/replays/real-pairs.ts';

if (sharedData === null) console.log('No shared data: the mistakes of real replays are not examined here.');

/** At most this share of all mistakes may have no known cause. */
const maxUnknownShare = 0.02;
const causes: readonly Cause[] = [
  'timing',
  'aim',
  'no-press',
  'missed-both',
  'note-lock',
  'too-early',
  'extra-press',
  'slider-left',
  'slider-late-head',
  'spinner-short',
  'unknown',
];

describe.runIf(sharedData !== null)('the mistakes of real replays', () => {
  const studied = realPairs().map((pair) => ({ pair, ...judgePair(pair) }));
  const all = studied.flatMap(({ mistakes }) => mistakes);
  const countOf = (list: readonly FoundMistake[], holds: (mistake: FoundMistake) => boolean) =>
    list.filter(holds).length;

  test('have one of the known causes each, and almost none is unknown', () => {
    expect(studied).toHaveLength(128);
    const counts = causes.map((cause) => [cause, countOf(all, (mistake) => mistake.cause === cause)] as const);
    console.log(`${all.length} mistakes: ${counts.map(([cause, count]) => `${count} ${cause}`).join(', ')}`);
    expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(all.length);
    expect(countOf(all, ({ cause }) => cause === 'unknown')).toBeLessThanOrEqual(all.length * maxUnknownShare);
    // The rules are of no use if one cause takes all.
    for (const cause of causes) {
      if (cause !== 'unknown')
        expect([cause, countOf(all, (mistake) => mistake.cause === cause) > 0]).toEqual([cause, true]);
    }
  });

  test('of stable are as many as the judgement counts, per result [MC1]', () => {
    for (const { pair, mods, play, mistakes } of studied) {
      if (mods.rules === 'lazer') continue;
      const whole = mistakes.filter(({ judgement }) => isWholeObject(play.judgements[judgement]!));
      const counted = ['ok', 'meh', 'miss'].map((result) => countOf(whole, (mistake) => mistake.result === result));
      expect([pair.id, ...counted]).toEqual([pair.id, play.result.n100, play.result.n50, play.result.misses]);
      const combo = play.totals.combo;
      const broken = play.judgements.filter((_, i) => combo[i]! < (combo[i - 1] ?? 0)).length;
      expect([pair.id, countOf(mistakes, ({ judgement: i }) => combo[i]! < (combo[i - 1] ?? 0))]).toEqual([
        pair.id,
        broken,
      ]);
    }
  });

  test('of lazer are as many as its statistics count [MC1]', () => {
    const lazer = studied.filter(({ mods }) => mods.rules === 'lazer');
    expect(lazer.length).toBeGreaterThanOrEqual(1);
    for (const { play, mistakes } of lazer) {
      const { statistics } = play.result;
      for (const result of ['ok', 'meh', 'miss'] as const) {
        const counted = countOf(
          mistakes,
          (mistake) => mistake.result === result && !['tick', 'repeat', 'end'].includes(mistake.part),
        );
        expect(counted).toBe(statistics[result] ?? 0);
      }
      const ticks = countOf(mistakes, ({ part }) => part === 'tick' || part === 'repeat');
      expect(ticks).toBe(statistics.large_tick_miss ?? 0);
      const sliders = play.map.objects.filter(({ kind }) => kind === 'slider').length;
      expect(countOf(mistakes, ({ part }) => part === 'end')).toBe(sliders - (statistics.slider_tail_hit ?? 0));
    }
  });

  test('are in order of time, one for each judgement', () => {
    for (const { mistakes } of studied) {
      for (let i = 1; i < mistakes.length; i++) expect(mistakes[i]!.time).toBeGreaterThanOrEqual(mistakes[i - 1]!.time);
      expect(new Set(mistakes.map(({ judgement }) => judgement)).size).toBe(mistakes.length);
    }
  });

  test('with Relax blame no press [MC15]', () => {
    const relaxed = studied.filter(({ mods }) => mods.acronyms.includes('RX'));
    expect(relaxed.length).toBeGreaterThanOrEqual(1);
    for (const { mistakes } of relaxed) {
      const found = new Set(mistakes.map(({ cause }) => cause));
      for (const cause of found)
        expect(['aim', 'note-lock', 'slider-left', 'spinner-short', 'unknown']).toContain(cause);
    }
  });
});
