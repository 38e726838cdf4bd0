import { type Beatmap, type PlayableMap, prepareMap } from '../beatmap/index.ts';
import { type AdaptiveSpeed, hasMod, lazerMultiplier, type Mods, stableMultiplier } from '../mods/index.ts';
import type { Replay, ReplayFrames } from '../replay/index.ts';
import type { Millis } from '../units.ts';
import { isWholeObject } from './combo-ends.ts';
import { computeTotals, createStableAccuracy } from './compute-totals.ts';
import { endPlayAt } from './end-play-at.ts';
import { extendUntil, playedFrames } from './frames.ts';
import { canFail, type HealthTrace } from './health-line.ts';
import { lazerHitWindows, stableHitWindows } from './hit-windows.ts';
import { keyPlays } from './key-plays.ts';
import { adaptiveClock } from './lazer/adaptive-speed.ts';
import { lazerHealth } from './lazer/lazer-health.ts';
import { judgeLazer } from './lazer/lazer-judge.ts';
import {
  createAccuracy,
  createStandardisedScore,
  lazerComboChange,
  lazerCounts,
  lazerScoringOf,
  lazerStatistics,
} from './lazer/lazer-score.ts';
import type { JudgedFrames, Judgement, Play, PlayResult, Totals } from './play.ts';
import { clientDateOf } from './stable/client-date.ts';
import { createScoreV1 } from './stable/score-v1.ts';
import { createScoreV2 } from './stable/score-v2.ts';
import { stableComboChange } from './stable/stable-combo.ts';
import { stableHealth } from './stable/stable-health.ts';
import { judgeStable } from './stable/stable-judge.ts';

/** Since this client version, spinners require fewer turns and health drains more slowly during them. */
const newSpinnersSince = 20190510;
/** Since about this client version, spinners turn before the cursor is measured. */
const turningFirstSince = 20130601;
/** Since about this client version, spinners turn between recorded frames, and turning back counts as well. */
const smoothSpinnersSince = 20160601;
/** The client then turns spinners about 250 times per second. */
const spinnerStepMs = 4;
/** Since this client version, every unfinished object takes part in note lock. */
const fullNoteLockSince = 20190506;

/** Between these client versions, a slider whose head is judged locks nothing; before, only objects that start later. */
const freeFollowedSlidersSince = 20170101;
const firstFollowedSliderGapMs = 25;

function followedSliderGap(clientDate: number): Millis {
  if (clientDate >= fullNoteLockSince) return Number.NEGATIVE_INFINITY;
  return clientDate >= freeFollowedSlidersSince ? Number.POSITIVE_INFINITY : firstFollowedSliderGapMs;
}

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
  const played = playedFrames(replay.frames, beatmap.formatVersion);
  const frames = ignoreFail ? extendUntil(played, afterAll(map)) : played;
  const input = { map, frames, replay, mods };
  const parts = mods.rules === 'lazer' ? lazerPlay(input) : stablePlay(input);
  return playOf(parts, ignoreFail ? null : failPoint(parts));
}

/** A time after which no object can be hit. */
function afterAll({ objects }: PlayableMap): Millis {
  return objects.reduce((latest, { endTime }) => Math.max(latest, endTime), 0) + 1000;
}

interface PlayInput {
  readonly map: PlayableMap;
  readonly frames: ReplayFrames;
  readonly replay: Replay;
  readonly mods: Mods;
}

function stablePlay({ map, frames, replay, mods }: PlayInput): Parts {
  const clientDate = clientDateOf(replay.header);
  const newSpinners = clientDate >= newSpinnersSince;
  const scoreV2 = hasMod(mods, 'V2');
  const judged = judgeStable(map, frames, {
    windows: stableHitWindows(map.od),
    radius: Math.fround(map.radius),
    clockRate: map.clockRate,
    relax: hasMod(mods, 'RX'),
    autopilot: hasMod(mods, 'AP'),
    spunOut: hasMod(mods, 'SO'),
    newSpinners,
    spinnerStepMs: clientDate >= smoothSpinnersSince ? spinnerStepMs : Number.POSITIVE_INFINITY,
    netHalfTurns: clientDate < smoothSpinnersSince,
    measuresBeforeTurning: clientDate < turningFirstSince,
    legacyNoteLock: clientDate < fullNoteLockSince,
    followedSliderGapMs: followedSliderGap(clientDate),
    scoreV2,
  });
  const multiplier = stableMultiplier(mods);
  const totals = computeTotals({
    map,
    judgements: judged.judgements,
    comboChange: stableComboChange,
    scorer: scoreV2 ? createScoreV2(map, multiplier) : createScoreV1(map.beatmap, multiplier),
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
    newSpinners,
    failsAt: failsAt(mods, (judgement) => stableComboChange(judgement) === 'break'),
  });
  return { map, frames, judged, totals, health, rank: null, statistics: () => ({}) };
}

function lazerPlay({ map: prepared, frames, replay, mods }: PlayInput): Parts {
  const scoring = lazerScoringOf(mods);
  const rules = {
    windows: lazerHitWindows(prepared.od),
    radius: prepared.radius,
    classicNoteLock: mods.classic?.noteLock ?? false,
    autopilot: hasMod(mods, 'AP'),
    spunOut: hasMod(mods, 'SO'),
    mods,
    tapping: hasMod(mods, 'AL') ? ('alternate' as const) : hasMod(mods, 'SG') ? ('single' as const) : ('any' as const),
    ...scoring,
  };
  const judgeWith = (map: PlayableMap) => judgeLazer(map, frames, { ...rules, songClock: map.songClock });
  const map = mods.adaptiveSpeed === null ? prepared : adaptSpeed(prepared, mods.adaptiveSpeed, judgeWith);
  const judged = judgeWith(map);
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
  return { map, frames, judged, totals, health, rank: replay.scoreInfo?.rank ?? null, statistics };
}

/** Presses decide the rates of Adaptive Speed; the rates then only matter for spinners, so the play is judged twice. */
function adaptSpeed(
  map: PlayableMap,
  settings: AdaptiveSpeed,
  judgeWith: (map: PlayableMap) => JudgedFrames,
): PlayableMap {
  return { ...map, songClock: adaptiveClock(map, judgeWith(map).judgements, settings) };
}

interface Parts {
  readonly map: PlayableMap;
  readonly frames: ReplayFrames;
  readonly judged: JudgedFrames;
  readonly totals: Totals;
  readonly health: HealthTrace;
  /** The rank that lazer recorded; null if the replay has none. */
  readonly rank: string | null;
  readonly statistics: (judgements: readonly Judgement[]) => Readonly<Record<string, number>>;
}

function playOf(parts: Parts, failedAt: Millis | null): Play {
  const { map, frames } = parts;
  const whole = { judged: parts.judged, totals: parts.totals, health: parts.health.line };
  const { judged, totals, health } = failedAt === null ? whole : endPlayAt(whole, failedAt);
  return {
    map,
    ...judged,
    totals,
    keys: keyPlays(frames, map),
    health,
    failedAt,
    result: resultOf(totals, parts.statistics(judged.judgements)),
  };
}

/**
 * If the recording continues for longer than this after health is empty, the play did not fail: a fail ends the
 * recording.
 */
const failToleranceMs = 3000;

/** When the play failed: where its recording ends, whatever the simulated health is (rule HP7). */
function failPoint({ map, frames, health, rank }: Parts): Millis | null {
  if (rank !== null && rank !== 'F') return null;
  const simulated = health.failedAt;
  const end = lastTimeOf(frames);
  if (simulated !== null && end <= simulated + failToleranceMs) return simulated;
  const last = map.objects.at(-1);
  return rank === 'F' || (last !== undefined && end < last.startTime) ? end : null;
}

function lastTimeOf(frames: ReplayFrames): Millis {
  if (frames.count === 0) return 0;
  return frames.times.reduce((last, time) => Math.max(last, time), Number.NEGATIVE_INFINITY);
}

/** Sudden Death and Target Practice fail when the combo breaks, Perfect with any result below the best (rule HP6). */
function failsAt(mods: Mods, breaksCombo: (judgement: Judgement) => boolean): (judgement: Judgement) => boolean {
  const perfect = hasMod(mods, 'PF');
  if (!perfect && !hasMod(mods, 'SD') && !hasMod(mods, 'TP')) return () => false;
  return (judgement) =>
    breaksCombo(judgement) ||
    (perfect && isWholeObject(judgement) && (judgement.result === 'ok' || judgement.result === 'meh'));
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
