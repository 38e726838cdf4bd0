import type { PlayableMap, PlayableObject } from '../../../game/beatmap/index.ts';
import { createRandom, normal } from '../../synth/index.ts';
import type { DemoPlayer, Mistake } from './demo-player.ts';

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
export function planTaps({ objects }: PlayableMap, player: DemoPlayer): Tap[] {
  const random = createRandom(player.seed);
  const taps: Tap[] = [];
  for (const object of objects) {
    const mistake = player.mistakes.get(object.index);
    const error = pressError(mistake, steadyError(player, object.startTime, random), player.maxErrorMs);
    const held = heldMs(object, mistake, { pressMs: player.pressMs, jitter: Math.round(normal(random) * 9) });
    if (mistake === 'forgotten') continue;
    const before = taps.at(-1);
    const down = Math.round(object.startTime + error);
    const alternates = before !== undefined && down - before.down < player.alternatesBelowMs;
    taps.push({ object, down, up: down + held, keys: alternates && before.keys === leftKey ? rightKey : leftKey });
  }
  return taps.map((tap, i) => ({ ...tap, up: Math.min(tap.up, latestUp(tap, taps.slice(i + 1, i + 3))) }));
}

/** The error of a press without a mistake. */
function steadyError({ timingMs, driftMs }: DemoPlayer, time: number, random: () => number): number {
  return normal(random) * timingMs + driftMs * Math.sin(time / 4300);
}

function pressError(mistake: Mistake | undefined, steady: number, maxMs: number): number {
  switch (mistake) {
    case 'late':
      return 46 + Math.abs(steady);
    case 'early':
      return -44 - Math.abs(steady);
    case 'very late':
      return 88 + Math.abs(steady);
    default:
      return Math.max(-maxMs, Math.min(maxMs, steady));
  }
}

function heldMs(
  object: PlayableObject,
  mistake: Mistake | undefined,
  { pressMs, jitter }: { readonly pressMs: number; readonly jitter: number },
): number {
  const lasts = object.endTime - object.startTime;
  if (mistake === 'let go') return Math.round(lasts * 0.4);
  if (object.kind === 'circle') return pressMs + jitter;
  return Math.round(lasts) + 30 + Math.abs(jitter);
}

/** A key must be up for a short time before it is pressed again. */
function latestUp(tap: Tap, next: readonly Tap[]): number {
  const again = next.find(({ keys }) => keys === tap.keys);
  return again === undefined ? Number.POSITIVE_INFINITY : again.down - 18;
}
