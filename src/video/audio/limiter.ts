import type { PcmStream } from './pcm.ts';

/** The loudest a sample may be. A little below full scale: a lossy encoder overshoots. */
const ceiling = 0.98;
/** Five milliseconds: how long before a peak the sound is turned down. */
const aheadFrames = 240;
/** Share of the way back to full volume that is made up each frame: about a tenth of a second in all. */
const recovery = 1 / 4_800;

/**
 * Turns loud moments down instead of cutting them off. What stays under the ceiling is not touched at all, and nothing is
 * late: it looks ahead by reading ahead.
 *
 * The gain of a frame is the mean of the smallest gains that the frames of the next five milliseconds allow, taken over
 * the last five. Each of these windows holds the frame itself, so the mean cannot be more than that frame allows.
 */
export function limitPeaks(source: PcmStream): PcmStream {
  const window = aheadFrames + 1;
  /** Frames read and not yet given out, and the gain each allows. */
  let samples: Float32Array = new Float32Array(0);
  const allowed = createSlidingMinimum(window);
  const recent = new Float64Array(window).fill(1);
  let sum = window;
  let slot = 0;
  let released = 1;
  let primed = false;

  function hear(block: Float32Array): void {
    const longer = new Float32Array(samples.length + block.length);
    longer.set(samples);
    longer.set(block, samples.length);
    samples = longer;
  }

  /** How far a frame has to be turned down. */
  function gainOf(frame: number): number {
    const peak = Math.max(Math.abs(samples[2 * frame]!), Math.abs(samples[2 * frame + 1]!));
    return peak > ceiling ? ceiling / peak : 1;
  }

  /** The gain for a frame, when the gain that the frame a window later allows has been added. */
  function smoothed(newest: number): number {
    const least = allowed.push(newest);
    released = Math.min(least, released + (1 - released) * recovery);
    if (released > 1 - 1e-6) released = Math.min(least, 1);
    sum += released - recent[slot]!;
    recent[slot] = released;
    slot = (slot + 1) % window;
    // Exactly one again once all of it is: a running sum of floats would stay a hair away.
    if (slot === 0) sum = recent.reduce((total, gain) => total + gain, 0);
    return sum / window;
  }

  return {
    read(frames) {
      const missing = (frames + aheadFrames) * 2 - samples.length;
      const block = source.read(missing / 2);
      hear(block);
      const available = Math.min(frames, samples.length / 2);
      // Silence follows the end, so that the last frames are looked at like all others.
      const at = (frame: number) => (frame * 2 < samples.length ? gainOf(frame) : 1);
      if (!primed) for (let frame = 0; frame < aheadFrames; frame++) allowed.push(at(frame));
      primed = true;
      const out = new Float32Array(available * 2);
      for (let frame = 0; frame < available; frame++) {
        const gain = smoothed(at(frame + aheadFrames));
        out[2 * frame] = samples[2 * frame]! * gain;
        out[2 * frame + 1] = samples[2 * frame + 1]! * gain;
      }
      samples = samples.slice(available * 2);
      return out;
    },
    close: source.close,
  };
}

/** The smallest of the last `size` numbers, in a few steps each: only those that can still become it are kept. */
function createSlidingMinimum(size: number): { push(value: number): number } {
  let values: { value: number; at: number }[] = [];
  let first = 0;
  let count = 0;
  return {
    push(value) {
      while (values.length > first && values.at(-1)!.value >= value) values.pop();
      if (first > values.length) first = values.length;
      values.push({ value, at: count });
      count++;
      while (values[first]!.at <= count - 1 - size) first++;
      if (first > 4096) {
        values = values.slice(first);
        first = 0;
      }
      return values[first]!.value;
    },
  };
}
