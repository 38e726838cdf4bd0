import { type Beatmap, lastObjectEnd, type PlayableMap, prepareMap } from '../beatmap/index.ts';
import { type AdaptiveSpeed, hasMod, lazerMultiplier, type Mods, stableMultiplier } from '../mods/index.ts';
import type { Replay, ReplayFrames } from '../replay/index.ts';
import type { Millis } from '../units.ts';
import { isWholeObject } from './combo-ends.ts';
import { computeTotals, createStableAccuracy } from './compute-totals.ts';
import { endPlayAt } from './end-play-at.ts';
import { canFail, failsAt, failTime } from './fails.ts';
import { extendUntil, playedFrames } from './frames.ts';
import type { HealthTrace } from './health-line.ts';
import { keyPlays } from './key-plays.ts';
import { adaptiveClock } from './lazer/adaptive-speed.ts';
import { lazerHealth } from './lazer/lazer-health.ts';
import { judgeLazer } from './lazer/lazer-judge.ts';
import { lazerRulesOf } from './lazer/lazer-rules.ts';
import {
  createAccuracy,
  createStandardisedScore,
  lazerComboChange,
  lazerCounts,
  lazerScoringOf,
  lazerStatistics,
} from './lazer/lazer-score.ts';
import type { JudgedFrames, Judgement, KeyPlay, Play, PlayResult, Totals } from './play.ts';
import { clientDateOf } from './stable/client-date.ts';
import { createScoreV1 } from './stable/score-v1.ts';
import { createScoreV2 } from './stable/score-v2.ts';
import { stableComboChange } from './stable/stable-combo.ts';
import { stableHealth } from './stable/stable-health.ts';
import { judgeStable } from './stable/stable-judge.ts';
import { stableRulesOf } from './stable/stable-rules.ts';

export interface JudgeOptions {
  /** Whether judging continues after a fail. */
  readonly ignoreFail?: boolean;
  /** The map as it is with these mods, if it has been prepared for another play. */
  readonly map?: PlayableMap;
}

/**
 * Judges a replay. It uses only version, date and mods of the replay's header, never the recorded counts, combo or
 * score.
 */
export function judge(beatmap: Beatmap, replay: Replay, mods: Mods, options: JudgeOptions = {}): Play {
  const { ignoreFail = false, map = prepareMap(beatmap, mods) } = options;
  const played = playedFrames(replay.frames, beatmap);
  const frames = ignoreFail ? extendUntil(played, afterAll(map)) : played;
  const input = { map, frames, replay, mods };
  const whole = mods.rules === 'lazer' ? lazerPlay(input) : stablePlay(input);
  const rank = mods.rules === 'lazer' ? (replay.scoreInfo?.rank ?? null) : null;
  const emptyAt = whole.health.failedAt;
  const failedAt = ignoreFail ? null : failTime({ map, end: lastTimeOf(frames), emptyAt, rank });
  return playOf(whole, keyPlays(frames, map), failedAt);
}

/** A time after which no object can be hit. */
function afterAll({ objects }: PlayableMap): Millis {
  return lastObjectEnd(objects) + 1000;
}

interface PlayInput {
  readonly map: PlayableMap;
  readonly frames: ReplayFrames;
  readonly replay: Replay;
  readonly mods: Mods;
}

function stablePlay({ map, frames, replay, mods }: PlayInput): WholePlay {
  const rules = stableRulesOf(map, mods, clientDateOf(replay.header));
  const judged = judgeStable(map, frames, rules);
  const multiplier = stableMultiplier(mods);
  const totals = computeTotals({
    map,
    judgements: judged.judgements,
    comboChange: stableComboChange,
    scorer: rules.scoreV2 ? createScoreV2(map, multiplier) : createScoreV1(map.beatmap, multiplier),
    accuracy: createStableAccuracy(),
    counts: isWholeObject,
    countsComboEnds: true,
  });
  const health = stableHealth({
    map,
    judgements: judged.judgements,
    comboEnds: totals.comboEnd,
    end: lastTimeOf(frames),
    halfTime: hasMod(mods, 'HT'),
    extraLives: mods.extraLives,
    canFail: canFail(mods),
    newSpinners: rules.newSpinners,
    failsAt: failsAt(mods, (judgement) => stableComboChange(judgement) === 'break'),
  });
  return { map, judged, totals, health, statistics: () => ({}) };
}

function lazerPlay({ map: prepared, frames, replay, mods }: PlayInput): WholePlay {
  const judgeWith = (map: PlayableMap) => judgeLazer(map, frames, lazerRulesOf(map, mods));
  const map = mods.adaptiveSpeed === null ? prepared : adaptSpeed(prepared, mods.adaptiveSpeed, judgeWith);
  const judged = judgeWith(map);
  const scoring = lazerScoringOf(mods);
  const multiplier = lazerMultiplier(mods, { version: replay.header.version, original: map.beatmap.difficulty });
  const comboChange = lazerComboChange(scoring);
  const totals = computeTotals({
    map,
    judgements: judged.judgements,
    comboChange,
    scorer: createStandardisedScore(map, scoring, multiplier),
    accuracy: createAccuracy(scoring),
    counts: lazerCounts(scoring),
    countsComboEnds: false,
  });
  const health = lazerHealth({
    map,
    judgements: judged.judgements,
    scoring,
    classic: mods.classic?.health ?? false,
    end: lastTimeOf(frames),
    extraLives: mods.extraLives,
    canFail: canFail(mods),
    failsAt: failsAt(mods, (judgement) => comboChange(judgement) === 'break'),
  });
  const statistics = (judgements: readonly Judgement[]) => lazerStatistics(map, judgements, scoring);
  return { map, judged, totals, health, statistics };
}

/** Presses decide the rates of Adaptive Speed; the rates then only matter for spinners, so the play is judged twice. */
function adaptSpeed(
  map: PlayableMap,
  settings: AdaptiveSpeed,
  judgeWith: (map: PlayableMap) => JudgedFrames,
): PlayableMap {
  return { ...map, songClock: adaptiveClock(map, judgeWith(map).judgements, settings) };
}

/** A play judged over its whole recording, which may go on after a fail. */
interface WholePlay {
  readonly map: PlayableMap;
  readonly judged: JudgedFrames;
  readonly totals: Totals;
  readonly health: HealthTrace;
  /** The number of results by lazer's names, of the judgements that count. */
  readonly statistics: (judgements: readonly Judgement[]) => Readonly<Record<string, number>>;
}

function playOf({ map, statistics, ...whole }: WholePlay, keys: readonly KeyPlay[], failedAt: Millis | null): Play {
  const recorded = { judged: whole.judged, totals: whole.totals, health: whole.health.line };
  const { judged, totals, health } = failedAt === null ? recorded : endPlayAt(recorded, failedAt);
  return {
    map,
    ...judged,
    totals,
    keys,
    health,
    failedAt,
    result: resultOf(totals, statistics(judged.judgements)),
  };
}

function lastTimeOf(frames: ReplayFrames): Millis {
  if (frames.count === 0) return 0;
  return frames.times.reduce((last, time) => Math.max(last, time), Number.NEGATIVE_INFINITY);
}

function resultOf(totals: Totals, statistics: Readonly<Record<string, number>>): PlayResult {
  const last = totals.times.length - 1;
  return {
    n300: totals.n300[last] ?? 0,
    n100: totals.n100[last] ?? 0,
    n50: totals.n50[last] ?? 0,
    misses: totals.misses[last] ?? 0,
    geki: totals.geki[last] ?? 0,
    katu: totals.katu[last] ?? 0,
    maxCombo: totals.maxCombo[last] ?? 0,
    score: totals.score[last] ?? 0,
    accuracy: totals.accuracy[last] ?? 1,
    unstableRate: totals.unstableRate[last] ?? 0,
    statistics,
  };
}
