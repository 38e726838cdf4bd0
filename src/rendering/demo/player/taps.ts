import type { PlayableMap, PlayableObject } from '../../../game/beatmap/index.ts';
import { createRandom, normal } from '../../synth/index.ts';
import { demoPlayer, type Mistake } from './demo-player.ts';

/** One press of a key, from down to up. */
export interface Tap {
  readonly object: PlayableObject;
  readonly down: number;
  readonly up: number;
  /** Key bits of the replay; a keyboard key also sets its mouse button's bit. */
  readonly keys: number;
}

const leftKey = 4 | 1;
const rightKey = 8 | 2;

/** Press and release times of each object, mistakes included, in whole milliseconds. */
export function planTaps({ objects }: PlayableMap): Tap[] {
  const random = createRandom(demoPlayer.seed);
  const taps: Tap[] = [];
  for (const object of objects) {
    const mistake = demoPlayer.mistakes.get(object.index);
    const error = pressError(mistake, object.startTime, random);
    const held = heldMs(object, mistake, random);
    if (mistake === 'forgotten') continue;
    const before = taps.at(-1);
    const down = Math.round(object.startTime + error);
    const alternates = before !== undefined && down - before.down < demoPlayer.alternatesBelowMs;
    taps.push({ object, down, up: down + held, keys: alternates && before.keys === leftKey ? rightKey : leftKey });
  }
  return taps.map((tap, i) => ({ ...tap, up: Math.min(tap.up, latestUp(tap, taps.slice(i + 1, i + 3))) }));
}

function pressError(mistake: Mistake | undefined, time: number, random: () => number): number {
  const steady = normal(random) * demoPlayer.timingMs + demoPlayer.driftMs * Math.sin(time / 4300);
  switch (mistake) {
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

function heldMs(object: PlayableObject, mistake: Mistake | undefined, random: () => number): number {
  const jitter = Math.round(normal(random) * 9);
  const lasts = object.endTime - object.startTime;
  if (mistake === 'let go') return Math.round(lasts * 0.4);
  if (object.kind === 'circle') return demoPlayer.pressMs + jitter;
  return Math.round(lasts) + 30 + Math.abs(jitter);
}

/** A key must be up for a short time before it is pressed again. */
function latestUp(tap: Tap, next: readonly Tap[]): number {
  const again = next.find(({ keys }) => keys === tap.keys);
  return again === undefined ? Number.POSITIVE_INFINITY : again.down - 18;
}
