import { describe, expect, test } from 'vitest';
import { parseBeatmap } from '../../src/game/beatmap/index.ts';
import { modsOf } from '../../src/game/mods/index.ts';
import { healthAt, judge, type Play, printPlay } from '../../src/game/play/index.ts';
import type { Replay } from '../../src/game/replay/index.ts';
import { sharedData } from '../support/files/shared-data.ts';
import { type RealPair, readPair, realPairs } from '../support/replays/real-pairs.ts';

/** What has been reached; these numbers only rise. docs/rules.md says what is wrong with the rest. */
const reached = { countsAndCombo: 127, score: 119, gekiAndKatu: 126 };

if (sharedData === null) console.log('No shared data: real replays are not judged here.');

describe.runIf(sharedData !== null)('real replays', () => {
  // What the header claims is removed first, so that no result can come from there.
  const judged = realPairs()
    .map((pair) => ({ pair, ...readPair(pair) }))
    .map((row) => ({ ...row, play: play({ ...row, replay: withoutClaims(row.replay) }) }));

  test('there are 128 of them', () => {
    expect(judged).toHaveLength(128);
  });

  test('come out as the game recorded them, in no fewer cases than before', () => {
    const rows = judged.map(({ pair, play: { result } }) => compare(pair, result));
    console.log(report(rows));
    expect(rows.filter(({ counts, combo }) => counts && combo).length).toBeGreaterThanOrEqual(reached.countsAndCombo);
    expect(rows.filter(({ score }) => score).length).toBeGreaterThanOrEqual(reached.score);
    expect(rows.filter(({ praise }) => praise).length).toBeGreaterThanOrEqual(reached.gekiAndKatu);
  });

  test('are judged alike with what the header claims', () => {
    const someOfAll = judged.filter(({ replay }, i) => i % 8 === 0 || replay.scoreInfo !== null);
    for (const row of someOfAll) expect([row.pair.id, play(row).result]).toEqual([row.pair.id, row.play.result]);
  });

  test('of lazer agree in every statistic', () => {
    const lazer = judged.filter(({ replay }) => replay.scoreInfo !== null);
    expect(lazer.length).toBeGreaterThanOrEqual(1);
    for (const {
      replay,
      play: { result },
    } of lazer) {
      expect(result.statistics).toEqual(replay.scoreInfo!.statistics);
      expect([result.maxCombo, result.score]).toEqual([replay.header.maxCombo, replay.header.score]);
    }
  });

  test('that were passed do not fail, and their health is near the recorded one', () => {
    const errors: number[] = [];
    for (const { replay, play: made } of judged) {
      expect(made.failedAt).toBeNull();
      const recorded = replay.header.lifeGraph.filter(({ time }) => time >= made.map.objects[0]!.startTime);
      if (recorded.length < 10) continue;
      const sum = recorded.reduce(
        (total, { time, health }) => total + Math.abs(healthAt(made.health, time) - health),
        0,
      );
      errors.push(sum / recorded.length);
    }
    errors.sort((a, b) => a - b);
    expect(errors.length).toBeGreaterThanOrEqual(20);
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.01);
  });

  test('keep their timeline in order and print it', () => {
    for (const { play: made } of judged) {
      expect(made.totals.times).toHaveLength(made.judgements.length);
      expect(printPlay(made).split('\n').length).toBeGreaterThan(made.judgements.length);
      expect(isAscending(made.health.times)).toBe(true);
    }
  });
});

function play({ replay, osu }: { replay: Replay; osu: Uint8Array }): Play {
  return judge(parseBeatmap(osu).beatmap, replay, modsOf(replay));
}

/** The replay with everything zeroed that a judge must not look at. */
function withoutClaims(replay: Replay): Replay {
  const { header, scoreInfo } = replay;
  return {
    ...replay,
    header: {
      ...header,
      counts: { n300: 0, n100: 0, n50: 0, geki: 0, katu: 0, miss: 0 },
      score: 0,
      maxCombo: 0,
      perfect: false,
      lifeGraph: [],
    },
    scoreInfo: scoreInfo && {
      ...scoreInfo,
      statistics: {},
      maximumStatistics: {},
      rank: null,
      totalScoreWithoutMods: null,
    },
  };
}

interface Comparison {
  readonly line: string;
  readonly counts: boolean;
  readonly combo: boolean;
  readonly score: boolean;
  readonly praise: boolean;
}

function compare({ id, mods_str, expected }: RealPair, result: Play['result']): Comparison {
  const ours = [result.n300, result.n100, result.n50, result.misses].join('/');
  const theirs = [expected.n300, expected.n100, expected.n50, expected.nmiss].join('/');
  const same = {
    counts: ours === theirs,
    combo: result.maxCombo === expected.max_combo,
    score: result.score === expected.score,
    praise: result.geki === expected.ngeki && result.katu === expected.nkatu,
  };
  const mark = (equal: boolean, a: unknown, b: unknown) => (equal ? `${a}` : `${a} (recorded ${b})`);
  const line = [
    same.counts && same.combo && same.score ? ' ' : '!',
    id.padEnd(62),
    mods_str.padEnd(10),
    mark(same.counts, ours, theirs),
    `${mark(same.combo, result.maxCombo, expected.max_combo)}x`,
    mark(same.score, result.score, expected.score),
  ].join('  ');
  return { ...same, line };
}

function report(rows: readonly Comparison[]): string {
  const count = (of: (row: Comparison) => boolean) => rows.filter(of).length;
  return [
    ...rows.map(({ line }) => line),
    `counts and combo ${count((r) => r.counts && r.combo)}, score ${count((r) => r.score)}, geki and katu ${count((r) => r.praise)} of ${rows.length}`,
  ].join('\n');
}

function isAscending(times: Float64Array): boolean {
  return times.every((time, i) => i === 0 || time >= times[i - 1]!);
}
