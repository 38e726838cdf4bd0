import type { ReplayFrames } from '../../../game/replay/index.ts';
import type { OsuPoint } from '../../../game/units.ts';
import { createRandom } from '../../synth/index.ts';
import type { Tap } from './taps.ts';

/** Records a play as the game does: about sixty frames per second, plus one at every key press and release. */
export function recordFrames(
  { from, to, seed }: { from: number; to: number; seed: number },
  taps: readonly Tap[],
  cursorAt: (time: number) => OsuPoint,
): ReplayFrames {
  const random = createRandom(seed + 2);
  const times = new Set(taps.flatMap(({ down, up }) => [down, up]));
  for (let time = from; time <= to; time += 15 + Math.floor(random() * 4)) times.add(time);
  const sorted = Float64Array.from([...times].sort((a, b) => a - b));
  const places = Array.from(sorted, cursorAt);
  return {
    count: sorted.length,
    times: sorted,
    xs: Float32Array.from(places, ({ x }) => rounded(x)),
    ys: Float32Array.from(places, ({ y }) => rounded(y)),
    keys: Uint8Array.from(sorted, (time) => keysAt(taps, time)),
  };
}

function keysAt(taps: readonly Tap[], time: number): number {
  return taps.reduce((keys, tap) => (tap.down <= time && time < tap.up ? keys | tap.keys : keys), 0);
}

/** Rounds to the resolution of a tablet; more digits would only enlarge the file. */
function rounded(value: number): number {
  return Math.round(value * 16) / 16;
}
