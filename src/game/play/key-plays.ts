import type { PlayableMap } from '../beatmap/index.ts';
import type { ReplayFrames } from '../replay/index.ts';
import type { KeyPlay } from './play.ts';

interface Key {
  readonly name: KeyPlay['name'];
  readonly isDown: (keys: number) => boolean;
}

/** A keyboard key also sets the bit of the mouse button it stands for: the mouse itself is what is left over. */
const stableKeys: readonly Key[] = [
  { name: 'K1', isDown: (keys) => (keys & 4) !== 0 },
  { name: 'K2', isDown: (keys) => (keys & 8) !== 0 },
  { name: 'M1', isDown: (keys) => (keys & 5) === 1 },
  { name: 'M2', isDown: (keys) => (keys & 10) === 2 },
];

const lazerKeys: readonly Key[] = [
  { name: 'B1', isDown: (keys) => (keys & 1) !== 0 },
  { name: 'B2', isDown: (keys) => (keys & 2) !== 0 },
];

/**
 * When each key of the overlay went down and up, and what it had counted by then. Nothing is counted in breaks, and the
 * time before the first object appears is one: players drum their fingers there.
 */
export function keyPlays(frames: ReplayFrames, map: PlayableMap): readonly KeyPlay[] {
  const { breaks } = map.beatmap;
  const begins = (map.objects[0]?.startTime ?? 0) - map.preempt;
  return (map.rules === 'lazer' ? lazerKeys : stableKeys).map(({ name, isDown }) => {
    const downs: number[] = [];
    const ups: number[] = [];
    const counts: number[] = [];
    let down = false;
    let count = 0;
    let pause = 0;
    let time = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < frames.count; i++) {
      // The overlay never runs backwards, so a frame out of order counts at the latest time seen.
      time = Math.max(time, frames.times[i]!);
      if (isDown(frames.keys[i]!) === down) continue;
      down = !down;
      if (!down) {
        ups.push(time);
        continue;
      }
      while (pause < breaks.length && breaks[pause]!.end <= time) pause++;
      const inBreak = pause < breaks.length && time >= breaks[pause]!.start;
      if (!inBreak && time >= begins) count++;
      downs.push(time);
      counts.push(count);
    }
    if (down) ups.push(time);
    return { name, downs: Float64Array.from(downs), ups: Float64Array.from(ups), counts: Uint32Array.from(counts) };
  });
}
