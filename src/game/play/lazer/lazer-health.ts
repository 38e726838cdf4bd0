import { difficultyRange, type PlayableMap, type PlayableObject } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';
import { isWholeObject } from '../combo-ends.ts';
import { type HealthTrace, traceHealth } from '../health-line.ts';
import type { Judgement } from '../play.ts';
import { playedPeriods } from '../played-periods.ts';
import { type LazerScoring, type Statistic, statisticOf } from './lazer-score.ts';
import { newLazerSpinner, turnsWithResults } from './lazer-spinner.ts';

export interface LazerHealth {
  readonly map: PlayableMap;
  readonly judgements: readonly Judgement[];
  readonly scoring: LazerScoring;
  /** Whether the Classic mod's health rules apply. */
  readonly classic: boolean;
  readonly end: Millis;
  readonly extraLives: number;
  readonly canFail: boolean;
  readonly failsAt: (judgement: Judgement) => boolean;
}

/** Lazer's health: it drains from the first object on, and each hit gives a fixed amount (rules HP8, HP9). */
export function lazerHealth(play: LazerHealth): HealthTrace {
  const { map } = play;
  const model = play.classic ? classicModel(map, play.scoring) : { drain: defaultDrain(map, play.scoring), gains: 1 };
  const comboEndBonus = play.classic ? () => 0 : createComboEndBonus(map, play.scoring);
  const changes = play.judgements.map((judgement) => {
    const statistic = statisticOf(judgement, play.scoring);
    const plain = healthOf(judgement.part, statistic, map.hp);
    const amount = (plain > 0 ? plain * model.gains : plain) + comboEndBonus(judgement, statistic);
    const harmless = statistic === 'small_bonus' || statistic === 'large_bonus' || statistic === 'ignore_hit';
    return {
      time: judgement.time,
      amount: play.failsAt(judgement) ? -1 : amount,
      canFail: play.canFail && !harmless,
    };
  });
  const periods = playedPeriods(map, map.objects[0]?.startTime ?? 0).map((s) => ({ ...s, rate: model.drain }));
  return traceHealth({ periods, changes, end: play.end, extraLives: play.extraLives, revivedTo: 1 });
}

function healthOf(part: Judgement['part'], statistic: Statistic, hp: number): number {
  switch (statistic) {
    case 'great':
      return 0.03;
    case 'ok':
      return 0.011;
    case 'meh':
      return 0.002;
    case 'miss':
      return difficultyRange(hp, [-0.03, -0.125, -0.2]);
    case 'large_tick_hit':
      return part === 'tick' ? 0.015 : 0.02;
    case 'small_tick_hit':
    case 'slider_tail_hit':
      return 0.02;
    case 'large_tick_miss':
    case 'small_tick_miss':
      return difficultyRange(hp, [-0.02, -0.075, -0.14]);
    case 'small_bonus':
      return 0.0085;
    case 'large_bonus':
      return 0.01;
    default:
      return 0;
  }
}

/** The bonus for the last object of a combo, by the worst result in it. */
function createComboEndBonus(
  map: PlayableMap,
  scoring: LazerScoring,
): (judgement: Judgement, statistic: Statistic) => number {
  let worst: 'none' | 'flaw' | 'bad' = 'none';
  return (judgement, statistic) => {
    const object = map.objects[judgement.object]!;
    const whole = isWholeObject(judgement);
    if (whole && object.newCombo) worst = 'none';
    if (statistic === 'meh' || statistic === 'miss') worst = 'bad';
    else if (
      worst === 'none' &&
      (statistic === 'ok' || statistic === 'large_tick_miss' || isLostEnd(judgement, scoring))
    ) {
      worst = 'flaw';
    }
    const isLast = object.lastInCombo && object.index < map.objects.length - 1;
    if (!whole || !isLast || judgement.result === 'miss') return 0;
    return worst === 'none' ? 0.07 : worst === 'flaw' ? 0.05 : 0.03;
  };
}

function isLostEnd(judgement: Judgement, scoring: LazerScoring): boolean {
  return judgement.part === 'end' && statisticOf(judgement, scoring) === 'ignore_miss';
}

/** The times and amounts of health that a perfect play gains from an object. */
function* gainsOf(object: PlayableObject, scoring: LazerScoring): Generator<{ time: Millis; amount: number }> {
  const give = (part: Judgement['part'], result: Judgement['result'], time: Millis) => ({
    time,
    amount: healthOf(part, statisticOf({ part, result }, scoring), 5),
  });
  if (object.kind === 'slider') {
    yield give('head', 'great', object.startTime);
    for (const point of object.points) yield give(point.kind, 'hit', point.time);
    yield give('slider', 'great', object.endTime);
  } else yield give(object.kind, 'great', object.endTime);
}

/** The drain rate at which the minimum health of a perfect play equals the map's target (rule HP8). */
export function defaultDrain(map: PlayableMap, scoring: LazerScoring): number {
  const gains = map.objects.flatMap((object) => [...gainsOf(object, scoring)]);
  if (gains.length <= 1) return 0;
  const target = difficultyRange(map.hp, [0.99, 0.9, 0.4]);
  let drain = 1;
  let step = 1;
  while (step < 2 ** 31) {
    const low = lowestHealth(map, gains, drain);
    if (Math.abs(low - target) <= 0.01) return drain;
    step *= 2;
    drain += Math.sign(low - target) / step;
  }
  return drain;
}

function lowestHealth(map: PlayableMap, gains: readonly { time: Millis; amount: number }[], drain: number): number {
  const { breaks } = map.beatmap;
  let health = 1;
  let lowest = 1;
  let pause = 0;
  let lastTime = gains[0]!.time;
  for (const { time, amount } of gains) {
    let paused = false;
    for (; pause < breaks.length && breaks[pause]!.end <= time; pause++) paused = true;
    if (!paused) health -= (time - lastTime) * drain;
    lastTime = time;
    lowest = Math.min(lowest, health);
    if (lowest < 0) return lowest;
    health = Math.min(1, health + amount);
  }
  return lowest;
}

/** Stable's search for drain and gains, with lazer's values (rule HP9). */
export function classicModel(map: PlayableMap, scoring: LazerScoring): { drain: number; gains: number } {
  let model = { drain: 0.00025, gains: 1 };
  for (let trial = 0; trial < maxTrials; trial++) {
    const softer = tryClassicPlay(map, scoring, model);
    if (softer === null) return model;
    model = softer;
  }
  return model;
}

const maxTrials = 1000;

function tryClassicPlay(
  map: PlayableMap,
  scoring: LazerScoring,
  model: { drain: number; gains: number },
): { drain: number; gains: number } | null {
  const { drain, gains } = model;
  const { breaks } = map.beatmap;
  const lowest = difficultyRange(map.hp, [0.975, 0.8, 0.3]);
  let health = 1;
  let uncapped = 1;
  let pause = 0;
  let lastTime = map.objects[0]?.startTime ?? 0;
  const gain = (amount: number) => {
    uncapped = Math.max(0, uncapped + amount);
    health = Math.max(0, Math.min(health + amount, 1));
  };
  for (const object of map.objects) {
    for (; pause < breaks.length && breaks[pause]!.end <= object.startTime; pause++) lastTime = object.startTime;
    gain(-drain * (object.startTime - lastTime));
    lastTime = object.endTime;
    if (health <= lowest) return { drain: drain * 0.96, gains };
    const inside = drain * (object.endTime - object.startTime);
    const overkill = Math.max(0, inside - health);
    gain(-inside);
    const all = [...gainsOf(object, scoring)];
    const own = all.pop()!;
    const turns = object.kind === 'spinner' ? turnsWithResults(newLazerSpinner(object, map.od)).normal : 0;
    gain((all.reduce((sum, { amount }) => sum + amount, 0) + 0.0085 * turns) * gains);
    if (overkill > 0 && health - overkill <= lowest) return { drain: drain * 0.96, gains };
    gain(own.amount * gains);
  }
  if (health < difficultyRange(map.hp, [0.99, 0.9, 0.4])) return { drain: drain * 0.94, gains: gains * 1.01 };
  if ((uncapped - 1) / map.objects.length < difficultyRange(map.hp, [0.04, 0.02, 0])) {
    return { drain: drain * 0.96, gains: gains * 1.01 };
  }
  return null;
}
