import { roundToHundredths } from '../arithmetic.ts';
import { directionCount, playParts, spacingEdges, tempoEdges } from './bins.ts';
import type { AimSums, HabitSums, KeySums, MovementSums, TimingSums } from './habit-sums.ts';
import { deviationOf, meanOf, type Sums } from './sums.ts';

/** The habits of one play or of many; the keys are those of the API. Means are null without hits, deviations with fewer than two. */
export interface Habits {
  /** Offsets of the cursor from the centre of the circle, in osu! pixels; null if a mod aimed. */
  readonly aim: {
    readonly hits: number;
    /** The mean radius of the circles. */
    readonly circle_radius: number | null;
    /** To the right, and down. */
    readonly x: Spread;
    readonly y: Spread;
    readonly movement: MovementAimHabit;
    /** `direction` in degrees clockwise: 0 is a movement to the right. */
    readonly by_direction: readonly (MovementAimHabit & { readonly direction: number })[];
    readonly by_spacing: readonly (MovementAimHabit & Bin)[];
  } | null;
  /** Hit errors in real milliseconds; null if a mod pressed the keys. */
  readonly timing:
    | (ErrorHabit & {
        readonly by_spacing: readonly (ErrorHabit & Bin)[];
        /** The BPM at which the interval since the object before is a quarter of a beat. */
        readonly by_tempo: readonly (ErrorHabit & Bin)[];
        /** From 0, the first object of the map, to 1, the last. */
        readonly over_play: readonly (ErrorHabit & Bin)[];
      })
    | null;
  /** Null if a mod pressed the keys. */
  readonly keys: { readonly left: KeyHabit; readonly right: KeyHabit } | null;
}

/** Mean and standard deviation. */
export interface Spread {
  readonly mean: number | null;
  readonly deviation: number | null;
}

/** Aim relative to the movement: `along` is positive beyond the centre, `across` to the right of the movement. */
export interface MovementAimHabit {
  readonly hits: number;
  readonly along: Spread;
  readonly across: Spread;
}

/** Hit errors, negative if early. The unstable rate is ten times their standard deviation. */
export interface ErrorHabit {
  readonly hits: number;
  readonly mean: number | null;
  readonly unstable_rate: number | null;
}

/** All presses of a key, and the errors of its hits. */
export interface KeyHabit extends ErrorHabit {
  readonly presses: number;
}

const minCertainHits = 20;

/** Whether a mean or a deviation of so few hits says little about a habit. */
export function isUncertain(hits: number): boolean {
  return hits < minCertainHits;
}

/** The values from `from` on, below `to`; null means without a limit. */
export interface Bin {
  readonly from: number;
  readonly to: number | null;
}

/** Computes means and deviations from sums. */
export function habitsOf({ aim, timing, keys }: HabitSums): Habits {
  return {
    aim: aim && aimHabits(aim),
    timing: timing && timingHabits(timing),
    keys: keys && { left: keyHabit(keys.left), right: keyHabit(keys.right) },
  };
}

function aimHabits({ radius, x, y, movement, byDirection, bySpacing }: AimSums): Habits['aim'] {
  return {
    hits: x.count,
    circle_radius: round(meanOf(radius)),
    x: spreadOf(x),
    y: spreadOf(y),
    movement: movementHabit(movement),
    by_direction: byDirection.map((sums, i) => ({ direction: (i * 360) / directionCount, ...movementHabit(sums) })),
    by_spacing: bySpacing.map((sums, i) => ({ ...binAt(spacingEdges, i), ...movementHabit(sums) })),
  };
}

function timingHabits({ all, bySpacing, byTempo, overPlay }: TimingSums): Habits['timing'] {
  return {
    ...errorHabit(all),
    by_spacing: bySpacing.map((sums, i) => ({ ...binAt(spacingEdges, i), ...errorHabit(sums) })),
    by_tempo: byTempo.map((sums, i) => ({ ...binAt(tempoEdges, i), ...errorHabit(sums) })),
    over_play: overPlay.map((sums, i) => ({ from: i / playParts, to: (i + 1) / playParts, ...errorHabit(sums) })),
  };
}

function movementHabit({ along, across }: MovementSums): MovementAimHabit {
  return { hits: along.count, along: spreadOf(along), across: spreadOf(across) };
}

function keyHabit({ presses, errors }: KeySums): KeyHabit {
  return { presses, ...errorHabit(errors) };
}

function errorHabit(sums: Sums): ErrorHabit {
  const deviation = deviationOf(sums);
  return { hits: sums.count, mean: round(meanOf(sums)), unstable_rate: round(deviation && deviation * 10) };
}

function spreadOf(sums: Sums): Spread {
  return { mean: round(meanOf(sums)), deviation: round(deviationOf(sums)) };
}

function binAt(edges: readonly number[], i: number): Bin {
  return { from: edges[i]!, to: edges[i + 1] ?? null };
}

function round(value: number | null): number | null {
  return value === null ? null : roundToHundredths(value);
}
