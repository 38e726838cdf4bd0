import { visibleBreaks } from '../../../game/beatmap/index.ts';
import type { Play } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../animation/smoothed-value.ts';
import type { SceneInput } from '../scene-input.ts';

/** How a cursor looks that changes with the combo: by lazer's No Scope it fades, by its Bloom it grows. */
export interface ComboLook {
  readonly alpha: SmoothedValue | null;
  readonly growth: SmoothedValue | null;
  readonly rests: readonly Span[];
}

interface Span {
  readonly start: Millis;
  readonly end: Millis;
}

/** What is left of a change after a sixtieth of a second of the song, and how long before a spinner it begins. */
const pace = { up: Math.exp(-1 / 6), clockRate: 1 };
const spinnerLead = 100;
/** Lazer lets a break end this much early, and begins the play so long before the first object at least. */
const breakFade = 325;
const shortestStart = 2000;

export function createComboLook({ play, mods }: SceneInput): ComboLook {
  const { noScope, bloom } = mods.fun;
  const rests = noScope || bloom ? restsOf(play) : [];
  return {
    alpha: noScope && follow(play, [...rests, ...spinnersOf(play)], (combo) => 1 - share(combo, noScope.hiddenAtCombo)),
    growth: bloom && follow(play, rests, (combo) => Math.max(1, bloom.maxScale * share(combo, bloom.maxScaleAtCombo))),
    rests,
  };
}

export function comboAlpha({ alpha }: ComboLook, t: Millis): number {
  return alpha === null ? 1 : smoothedAt(alpha, t);
}

/** In a break it is as large as ever, at once. */
export function comboGrowth({ growth, rests }: ComboLook, t: Millis): number {
  return growth === null || isIn(rests, t) ? 1 : smoothedAt(growth, t);
}

/** Follows the combo, and is 1 wherever the combo does not count. */
function follow({ totals }: Play, rests: readonly Span[], wanted: (combo: number) => number): SmoothedValue {
  const times = [...totals.times, ...rests.flatMap(({ start, end }) => [start, end])]
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  let judged = -1;
  const values = times.map((time) => {
    while (totals.times[judged + 1]! <= time) judged++;
    return isIn(rests, time) ? 1 : wanted(totals.combo[judged] ?? 0);
  });
  return createSmoothedValue({ initial: 1, times: Float64Array.from(times), values: Float64Array.from(values) }, pace);
}

/** When lazer takes the play to rest: before it begins, in breaks, and once everything is judged. */
function restsOf({ map, totals }: Play): Span[] {
  const first = map.objects[0]?.startTime ?? 0;
  return [
    { start: Number.NEGATIVE_INFINITY, end: first - Math.max(shortestStart, map.preempt) },
    ...visibleBreaks(map.beatmap).map(({ start, end }) => ({ start, end: end - breakFade })),
    { start: totals.times.at(-1) ?? first, end: Number.POSITIVE_INFINITY },
  ];
}

/** One has to see where one turns. */
function spinnersOf({ map }: Play): Span[] {
  return map.objects.flatMap(({ kind, startTime, endTime }) =>
    kind === 'spinner' ? [{ start: startTime - spinnerLead, end: endTime }] : [],
  );
}

function isIn(spans: readonly Span[], t: Millis): boolean {
  return spans.some(({ start, end }) => t >= start && t < end);
}

/** How much of a combo is reached; none is asked for: all of it, always. */
function share(combo: number, of: number): number {
  return of === 0 ? 1 : Math.min(1, combo / of);
}
