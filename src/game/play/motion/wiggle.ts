import { createDotnetRandom } from '../../beatmap/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';

/** An object, or a part of a slider, that Wiggle moves by itself. */
export interface Wiggler {
  /** Its position in the game's 32-bit floats. */
  readonly origin: OsuPoint;
  readonly startTime: Millis;
  /** How long before its start time it appears. */
  readonly preempt: Millis;
  /** How long a slider or spinner lasts; 0 for everything else. */
  readonly duration: Millis;
}

const wiggleMs = 100;
/** The longest distance in osu! pixels at a strength of 1. */
const reach = 7;
/** Wiggles of almost three hours; longer objects, which only hostile maps have, stop moving. */
const maxWiggles = 100_000;

/**
 * Where Wiggle moves an object: every 100 ms it starts in a straight line to a new random place around its own. It
 * wiggles while it appears, rests until its start time, and wiggles on if it has a duration (rule LZ20).
 */
export function createWiggle(wiggler: Wiggler, strength: number): (t: Millis) => OsuPoint {
  const { startTime, preempt, duration } = wiggler;
  const appears = startTime - preempt;
  const early = Math.min(maxWiggles, Math.max(0, Math.trunc(Math.trunc(preempt) / wiggleMs)));
  const late = Math.min(maxWiggles, Math.max(0, Math.trunc(duration / wiggleMs)));
  const placeAfter = createPlaces(wiggler, strength);
  return (t) => {
    const isLate = t >= startTime && late > 0;
    const since = (t - (isLate ? startTime : appears)) / wiggleMs;
    const before = isLate ? early : 0;
    const count = isLate ? late : early;
    if (since <= 0) return placeAfter(before);
    const done = Math.trunc(since);
    if (done >= count) return placeAfter(before + count);
    const from = placeAfter(before + done);
    const to = placeAfter(before + done + 1);
    const progress = since - done;
    return { x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress };
  };
}

/** The offset after a number of wiggles, drawn in order from a generator with the object's time as its seed. */
function createPlaces({ origin, startTime }: Wiggler, strength: number): (wiggles: number) => OsuPoint {
  const random = createDotnetRandom(Math.trunc(startTime) | 0);
  const x = Math.fround(origin.x);
  const y = Math.fround(origin.y);
  const places: OsuPoint[] = [{ x: 0, y: 0 }];
  return (wiggles) => {
    while (places.length <= wiggles) {
      const angle = Math.fround(random.nextDouble() * 2 * Math.PI);
      const distance = Math.fround(random.nextDouble() * strength * reach);
      places.push({
        x: Math.fround(distance * Math.cos(angle) + x) - x,
        y: Math.fround(distance * Math.sin(angle) + y) - y,
      });
    }
    return places[wiggles]!;
  };
}
