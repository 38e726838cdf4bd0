import type { PlayableMap } from '../beatmap/index.ts';
import { type ReplayFrames, readFrame } from '../replay/index.ts';
import type { KeyPlay } from './play.ts';

interface Key {
  readonly name: KeyPlay['name'];
  readonly isDown: (keys: number) => boolean;
}

/** A keyboard key also sets the bit of its mouse button, so a mouse press is a mouse bit without the keyboard bit. */
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
 * Computes when each key of the overlay goes down and up, and its counter. Presses in breaks and before the first
 * object appears do not count, as in the game.
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
      // Time never runs backwards here: a frame out of order gets the latest time so far.
      const frame = readFrame(frames, i);
      time = Math.max(time, frame.time);
      if (isDown(frame.keys) === down) continue;
      down = !down;
      if (!down) {
        ups.push(time);
        continue;
      }
      let next = breaks[pause];
      while (next !== undefined && next.end <= time) next = breaks[++pause];
      const inBreak = next !== undefined && time >= next.start;
      if (!inBreak && time >= begins) count++;
      downs.push(time);
      counts.push(count);
    }
    if (down) ups.push(time);
    return { name, downs: Float64Array.from(downs), ups: Float64Array.from(ups), counts: Uint32Array.from(counts) };
  });
}
