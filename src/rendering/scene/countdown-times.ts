import { beatLengthAt } from '../../game/beatmap/index.ts';
import type { Mods } from '../../game/mods/index.ts';
import type { Play } from '../../game/play/index.ts';
import type { Millis } from '../../game/units.ts';

/** A step of the countdown, with an image and a sound. */
export type CountdownStep = 'ready' | 'count3' | 'count2' | 'count1' | 'go';

/** The steps of the countdown with their times. */
export interface Countdown {
  readonly steps: readonly { readonly step: CountdownStep; readonly time: Millis }[];
  /** The time between steps. */
  readonly stepLength: Millis;
}

/** How many steps before the first object each is shown. */
const stepsBefore: readonly (readonly [CountdownStep, number])[] = [
  ['ready', 6],
  ['count3', 4],
  ['count2', 3],
  ['count1', 2],
  ['go', 1],
];

/** Beats per step by the map's Countdown setting: 1 normal, 2 half speed, 3 double speed. */
const beatsPerStep: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 0.5 };

/**
 * The times of the countdown; null if the map has none, there is no time for it, or the play is lazer's, which has
 * none.
 */
export function countdownTimes({ map }: Play, mods: Mods, opensAt: Millis): Countdown | null {
  const { countdown, countdownOffset } = map.beatmap.general;
  const stepBeats = beatsPerStep[countdown];
  const first = map.objects[0];
  if (stepBeats === undefined || first === undefined || mods.rules === 'lazer') return null;
  const length = beatLengthAt(map.timing, first.startTime);
  const stepLength = length * stepBeats;
  const end = first.startTime - Math.max(0, countdownOffset) * length;
  const steps = stepsBefore.map(([step, before]) => ({ step, time: end - before * stepLength }));
  return stepLength > 0 && steps[0]!.time >= opensAt ? { steps, stepLength } : null;
}
