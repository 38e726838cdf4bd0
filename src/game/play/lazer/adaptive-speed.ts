import { clamp } from '../../arithmetic.ts';
import { type PlayableMap, type SongClock, steppedClock } from '../../beatmap/index.ts';
import type { AdaptiveSpeed } from '../../mods/index.ts';
import type { Millis } from '../../units.ts';
import type { Judgement } from '../play.ts';

const minRate = 0.4;
const maxRate = 2.5;
/** The rate of the player at one hit, relative to the song, is kept between these; a miss counts as slower. */
const minChange = 0.9;
const maxChange = 1.11;
const missChange = 0.95;
/** The target rate depends on the rates at this many hits. */
const remembered = 8;
/** Song milliseconds in which the rate covers half of the way to its target. */
const halfTime = 50;
/** The clock has a constant rate for this long, in song milliseconds, and keeps the target once it is this close. */
const stepLength = 20;
const closeEnough = 0.0005;

/**
 * The clock of a play with Adaptive Speed. The replay stores song times and no rates; the rates follow from the hits: early
 * hits speed the song up, late ones and misses slow it down (rules AD1 to AD3).
 */
export function adaptiveClock(
  { objects }: Pick<PlayableMap, 'objects'>,
  judgements: readonly Judgement[],
  { initialRate }: AdaptiveSpeed,
): SongClock {
  const startBefore = precedingStarts(objects);
  const recent: number[] = Array.from({ length: remembered }, () => initialRate);
  const steps = [{ time: 0, rate: initialRate }];
  let target = initialRate;
  let rate = initialRate;
  let since = Number.NEGATIVE_INFINITY;
  for (const judgement of judgements) {
    const { time, part } = judgement;
    const before = startBefore[judgement.object];
    const start = objects[judgement.object]?.startTime;
    if ((part !== 'circle' && part !== 'head') || before === undefined || start === undefined) continue;
    rate = approach(steps, { from: since, to: time, rate, target });
    since = time;
    recent.shift();
    recent.push(clamp(rateChange(judgement, { before, start }) * rate, minRate, maxRate));
    target += (average(recent) - target) * (Math.abs(trendOf(recent)) / (remembered - 1));
  }
  approach(steps, { from: since, to: Number.POSITIVE_INFINITY, rate, target });
  return steppedClock(steps);
}

/** The latest start of a circle or slider before that of each; undefined for spinners and the first. */
function precedingStarts(objects: PlayableMap['objects']): (Millis | undefined)[] {
  let latest: Millis | undefined;
  let before: Millis | undefined;
  return objects.map(({ kind, startTime }) => {
    if (kind === 'spinner') return undefined;
    if (latest === undefined || startTime > latest) {
      before = latest;
      latest = startTime;
    }
    return before;
  });
}

/** How much faster than the song the player was since the object before. */
function rateChange({ result, time }: Judgement, { before, start }: { before: Millis; start: Millis }): number {
  return result === 'miss' ? missChange : clamp((start - before) / (time - before), minChange, maxChange);
}

/** How many of the rates are higher than the one before, less those that are lower. */
function trendOf(rates: readonly number[]): number {
  return rates.reduce((sum, rate, i) => sum + (i === 0 ? 0 : Math.sign(rate - rates[i - 1]!)), 0);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

interface Approach {
  readonly from: Millis;
  readonly to: Millis;
  readonly rate: number;
  readonly target: number;
}

/** Adds the steps in which the rate moves to its target, and returns the rate at the end. */
function approach(steps: { time: Millis; rate: number }[], { from, to, rate, target }: Approach): number {
  if (from === Number.NEGATIVE_INFINITY) return rate;
  const rateAt = (t: Millis) => target + (rate - target) * 0.5 ** ((t - from) / halfTime);
  let time = from;
  for (; time < to && Math.abs(rateAt(time) - target) > closeEnough; time += stepLength) {
    steps.push({ time, rate: rateAt(Math.min(time + stepLength, to) / 2 + time / 2) });
  }
  if (time < to) steps.push({ time, rate: target });
  return to === Number.POSITIVE_INFINITY ? target : rateAt(to);
}
