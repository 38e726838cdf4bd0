import type { Millis } from '../units.ts';
import type { PlayableMap } from './playable-map.ts';
import { beatLengthAt } from './timing.ts';

/** Real milliseconds before the first object appears in which there is nothing to hit. */
export const leadInMs = 1000;

/** The skip point lies this many beats before the first object; twice as many if beats are short. */
const normalBeats = 4;
const shortBeats = 8;
const shortBeatLength = 500;
const minSkipped = 1200;

/** The time the game's skip button leads to; null if the intro is too short to skip. */
export function skipPoint(map: PlayableMap): Millis | null {
  const first = map.objects[0]?.startTime;
  if (first === undefined) return null;
  const beat = beatLengthAt(map.timing, first);
  const beats = (beat < shortBeatLength ? shortBeats : normalBeats) * beat;
  const skipTo = Math.min(first - beats, first - map.preempt - leadInMs * map.clockRate);
  return skipTo > minSkipped + Math.min(1800, map.preempt) ? skipTo : null;
}
