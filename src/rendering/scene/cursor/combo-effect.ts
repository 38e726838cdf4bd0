import { visibleBreaks } from '../../../game/beatmap/index.ts';
import type { Play } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../animation/smoothed-value.ts';
import type { SceneInput } from '../scene-input.ts';

/** How the combo changes the cursor: lazer's No Scope fades it, Bloom enlarges it. */
export interface ComboEffect {
  readonly alpha: SmoothedValue | null;
  readonly growth: SmoothedValue | null;
  readonly pauses: readonly TimeSpan[];
}

interface TimeSpan {
  readonly start: Millis;
  readonly end: Millis;
}

/** The change that is left after a sixtieth of a second of song time. */
const smoothing = { up: Math.exp(-1 / 6), clockRate: 1 };
/** How long before a spinner the cursor starts to appear. */
const spinnerLead = 100;
/** How much earlier than the map's breaks lazer's end. */
const breakEndLead = 325;
/** How long before the first object the play starts in lazer, at least. */
const minLeadIn = 2000;

/** Computes how the combo changes the cursor. */
export function createComboEffect({ play, mods }: SceneInput): ComboEffect {
  const { noScope, bloom } = mods.fun;
  const pauses = noScope || bloom ? pausesOf(play) : [];
  return {
    alpha:
      noScope &&
      followCombo(play, [...pauses, ...spinnersOf(play)], (combo) => 1 - reachedFraction(combo, noScope.hiddenAtCombo)),
    growth:
      bloom &&
      followCombo(play, pauses, (combo) => Math.max(1, bloom.maxScale * reachedFraction(combo, bloom.maxScaleAtCombo))),
    pauses,
  };
}

/** The cursor's opacity. */
export function comboAlpha({ alpha }: ComboEffect, t: Millis): number {
  return alpha === null ? 1 : smoothedAt(alpha, t);
}

/** The cursor's scale; normal at once in breaks. */
export function comboGrowth({ growth, pauses }: ComboEffect, t: Millis): number {
  return growth === null || isIn(pauses, t) ? 1 : smoothedAt(growth, t);
}

/** A value that follows the combo and is 1 in pauses. */
function followCombo({ totals }: Play, pauses: readonly TimeSpan[], target: (combo: number) => number): SmoothedValue {
  const times = [...totals.times, ...pauses.flatMap(({ start, end }) => [start, end])]
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  let last = -1;
  const values = times.map((time) => {
    while (totals.times[last + 1]! <= time) last++;
    return isIn(pauses, time) ? 1 : target(totals.combo[last] ?? 0);
  });
  return createSmoothedValue(
    { initial: 1, times: Float64Array.from(times), values: Float64Array.from(values) },
    smoothing,
  );
}

/** The pauses of the play in lazer: before it starts, in breaks, and after the last judgement. */
function pausesOf({ map, totals }: Play): TimeSpan[] {
  const first = map.objects[0]?.startTime ?? 0;
  return [
    { start: Number.NEGATIVE_INFINITY, end: first - Math.max(minLeadIn, map.preempt) },
    ...visibleBreaks(map.beatmap).map(({ start, end }) => ({ start, end: end - breakEndLead })),
    { start: totals.times.at(-1) ?? first, end: Number.POSITIVE_INFINITY },
  ];
}

/** Spinners, during which No Scope shows the cursor. */
function spinnersOf({ map }: Play): TimeSpan[] {
  return map.objects.flatMap(({ kind, startTime, endTime }) =>
    kind === 'spinner' ? [{ start: startTime - spinnerLead, end: endTime }] : [],
  );
}

function isIn(spans: readonly TimeSpan[], t: Millis): boolean {
  return spans.some(({ start, end }) => t >= start && t < end);
}

/** The fraction of a combo that is reached; always 1 for a combo of 0. */
function reachedFraction(combo: number, of: number): number {
  return of === 0 ? 1 : Math.min(1, combo / of);
}
