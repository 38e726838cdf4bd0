import type { PlayableMap, PlayableObject } from '../../../game/beatmap/index.ts';
import { createRandom, normal } from '../../synth/index.ts';
import { person, type Slip } from './person.ts';

/** One press of a key, from down to up. */
export interface Tap {
  readonly object: PlayableObject;
  readonly down: number;
  readonly up: number;
  /** Of the replay's bits: a keyboard key also sets the button it stands for. */
  readonly keys: number;
}

const leftKey = 4 | 1;
const rightKey = 8 | 2;

/** When each object is pressed and let go, slips included; whole milliseconds, as replays have them. */
export function planTaps({ objects }: PlayableMap): Tap[] {
  const random = createRandom(person.seed);
  const taps: Tap[] = [];
  for (const object of objects) {
    const slip = person.slips.get(object.index);
    const error = pressError(slip, object.startTime, random);
    const held = heldMs(object, slip, random);
    if (slip === 'forgotten') continue;
    const before = taps.at(-1);
    const down = Math.round(object.startTime + error);
    const alternates = before !== undefined && down - before.down < person.alternatesBelowMs;
    taps.push({ object, down, up: down + held, keys: alternates && before.keys === leftKey ? rightKey : leftKey });
  }
  return taps.map((tap, i) => ({ ...tap, up: Math.min(tap.up, latestUp(tap, taps.slice(i + 1, i + 3))) }));
}

function pressError(slip: Slip | undefined, time: number, random: () => number): number {
  const steady = normal(random) * person.timingMs + person.driftMs * Math.sin(time / 4300);
  switch (slip) {
    case 'late':
      return 46 + Math.abs(steady);
    case 'early':
      return -44 - Math.abs(steady);
    case 'very late':
      return 88 + Math.abs(steady);
    default:
      return Math.max(-26, Math.min(26, steady));
  }
}

function heldMs(object: PlayableObject, slip: Slip | undefined, random: () => number): number {
  const jitter = Math.round(normal(random) * 9);
  const lasts = object.endTime - object.startTime;
  if (slip === 'let go') return Math.round(lasts * 0.4);
  if (object.kind === 'circle') return person.pressMs + jitter;
  return Math.round(lasts) + 30 + Math.abs(jitter);
}

/** A key has to be up for a moment before the same finger presses it again. */
function latestUp(tap: Tap, next: readonly Tap[]): number {
  const again = next.find(({ keys }) => keys === tap.keys);
  return again === undefined ? Number.POSITIVE_INFINITY : again.down - 18;
}
