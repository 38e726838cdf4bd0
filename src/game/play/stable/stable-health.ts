import { difficultyRange, type PlayableMap, type PlayableObject } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';
import { type ComboEnd, comboEnds } from '../combo-ends.ts';
import { type DrainPeriod, type HealthChange, type HealthTrace, traceHealth } from '../health-line.ts';
import type { Judgement } from '../play.ts';
import { playedPeriods } from '../played-periods.ts';
import { requiredSpins } from './stable-spinner.ts';

/** Full health in stable. */
const fullHealth = 200;
const spinnerDrainFactor = 0.25;
const halfTimeDrainFactor = 0.75;
/** The health that Easy restores when it is empty. */
const revivedHealth = 0.8;

/** The drain rate of a map and the factors of its gains, found by simulating a perfect play (rule HP5). */
export interface HealthModel {
  readonly drain: number;
  readonly hits: number;
  readonly comboEnds: number;
}

export interface StableHealth {
  readonly map: PlayableMap;
  readonly judgements: readonly Judgement[];
  /** Same indices as the judgements. */
  readonly comboEnds: Uint8Array;
  readonly end: Millis;
  readonly halfTime: boolean;
  readonly extraLives: number;
  readonly canFail: boolean;
  /** Clients since 20190510 drain less during spinners. */
  readonly newSpinners: boolean;
  readonly failsAt: (judgement: Judgement) => boolean;
}

export function stableHealth(play: StableHealth): HealthTrace {
  const model = healthModel(play.map);
  const changes = play.judgements.map((judgement, i): HealthChange => {
    const amount = play.failsAt(judgement)
      ? -fullHealth
      : healthOf(judgement, { comboEnd: play.comboEnds[i] as ComboEnd, model, hp: play.map.hp });
    return { time: judgement.time, amount: amount / fullHealth, canFail: play.canFail };
  });
  return traceHealth({
    periods: drainPeriods(play, model),
    changes,
    end: play.end,
    extraLives: play.extraLives,
    revivedTo: revivedHealth,
  });
}

/** The health that a judgement gives or takes, of 200 (rule HP4). */
export function healthOf(
  judgement: Judgement,
  { comboEnd, model, hp }: { readonly comboEnd: ComboEnd; readonly model: HealthModel; readonly hp: number },
): number {
  const { part, result } = judgement;
  if (part === 'spin') return model.hits * (result === 'bonus' ? 2 : 1.7);
  if (part === 'tick' || part === 'head' || part === 'repeat' || part === 'end') {
    if (result === 'miss') return difficultyRange(hp, [-4, -15, -28]);
    return model.hits * (part === 'tick' ? 3 : 4);
  }
  return hitHealth(judgement, model, hp) + comboEndHealth(comboEnd, model);
}

function hitHealth({ result }: Judgement, model: HealthModel, hp: number): number {
  if (result === 'miss') return difficultyRange(hp, [-6, -25, -40]);
  if (result === 'meh') return model.hits * difficultyRange(hp, [3.2, 0.4, 0.4]);
  if (result === 'ok') return model.hits * difficultyRange(hp, [17.6, 2.2, 2.2]);
  return model.hits * 6;
}

function comboEndHealth(comboEnd: ComboEnd, model: HealthModel): number {
  if (comboEnd === comboEnds.geki) return model.comboEnds * 14;
  if (comboEnd === comboEnds.katu) return model.comboEnds * 10;
  return comboEnd === comboEnds.mu ? model.comboEnds * 6 : 0;
}

/** Lowers the drain until a perfect play keeps enough health; each trial is one pass over the map. */
export function healthModel(map: PlayableMap): HealthModel {
  let model: HealthModel = { drain: 0.05, hits: 1, comboEnds: 1 };
  for (let trial = 0; trial < maxTrials; trial++) {
    const softer = tryPerfectPlay(map, model);
    if (softer === null) return model;
    model = softer;
  }
  return model;
}

/** Real maps need 10 to 40 trials. The bound is for maps that can never succeed, such as all objects at one time. */
const maxTrials = 1000;

/** Returns null if the play keeps enough health, otherwise the next model to try. */
function tryPerfectPlay(map: PlayableMap, model: HealthModel): HealthModel | null {
  const { drain, hits, comboEnds: ends } = model;
  const lowest = difficultyRange(map.hp, [195, 160, 60]);
  const lowestAtComboEnd = difficultyRange(map.hp, [198, 170, 80]);
  let health = fullHealth;
  let uncapped = fullHealth;
  let combosTooLow = 0;
  const gain = (amount: number) => {
    uncapped = Math.max(0, uncapped + amount);
    health = Math.max(0, Math.min(health + amount, fullHealth));
  };
  for (const { object, gap } of gapsOf(map)) {
    gain(-drain * gap);
    if (health <= lowest) return { ...model, drain: drain * 0.96 };
    const inside = drain * (object.endTime - object.startTime);
    const overkill = Math.max(0, inside - health);
    gain(-inside);
    gain(partGains(object, map.od) * hits);
    if (overkill > 0 && health - overkill <= lowest) return { ...model, drain: drain * 0.96 };
    gain(hits * 6 + (object.lastInCombo ? ends * 14 : 0));
    if (object.lastInCombo && health < lowestAtComboEnd && ++combosTooLow > 2) {
      return { ...model, comboEnds: ends * 1.07, hits: hits * 1.03 };
    }
  }
  if (health < difficultyRange(map.hp, [198, 180, 80])) {
    return { drain: drain * 0.94, comboEnds: ends * 1.01, hits: hits * 1.01 };
  }
  if ((uncapped - fullHealth) / map.objects.length < difficultyRange(map.hp, [8, 4, 0])) {
    return { drain: drain * 0.96, comboEnds: ends * 1.02, hits: hits * 1.01 };
  }
  return null;
}

/** Each object with the draining time before it. */
function* gapsOf(map: PlayableMap): Generator<{ object: PlayableObject; gap: Millis }> {
  const { breaks, formatVersion } = map.beatmap;
  let lastTime = (map.objects[0]?.startTime ?? 0) - map.preempt;
  let pause = 0;
  for (const object of map.objects) {
    let paused = 0;
    const next = breaks[pause];
    if (next !== undefined && next.start >= lastTime && next.end <= object.startTime) {
      paused = formatVersion < 8 ? next.end - next.start : next.end - lastTime;
      pause++;
    }
    yield { object, gap: object.startTime - lastTime - paused };
    lastTime = object.endTime;
  }
}

/** The total gain of an object's parts. Gains only add up, so clamping to full health once at the end is enough. */
function partGains(object: PlayableObject, od: number): number {
  if (object.kind === 'slider') return object.points.reduce((sum, { kind }) => sum + (kind === 'tick' ? 3 : 4), 4);
  return object.kind === 'spinner' ? 1.7 * requiredSpins(object, od) : 0;
}

/** The periods in which health drains, at a lower rate during spinners. */
function drainPeriods(play: StableHealth, model: HealthModel): DrainPeriod[] {
  const { map } = play;
  const rate = (model.drain * (play.halfTime ? halfTimeDrainFactor : 1)) / fullHealth;
  const from = (map.objects[0]?.startTime ?? 0) - map.preempt;
  const periods: DrainPeriod[] = [];
  const spinners = play.newSpinners ? map.objects.filter((object) => object.kind === 'spinner') : [];
  let spinner = 0;
  for (const played of playedPeriods(map, from)) {
    let start = played.start;
    for (let next = spinners[spinner]; next !== undefined && next.startTime < played.end; next = spinners[++spinner]) {
      const { startTime, endTime } = next;
      if (startTime > start) periods.push({ start, end: startTime, rate });
      const until = Math.min(endTime, played.end);
      if (until > start)
        periods.push({ start: Math.max(start, startTime), end: until, rate: rate * spinnerDrainFactor });
      start = Math.max(start, until);
    }
    if (played.end > start) periods.push({ start, end: played.end, rate });
  }
  return periods;
}
