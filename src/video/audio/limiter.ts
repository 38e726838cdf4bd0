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
  const gains = createGains();
  /** Frames read and not yet given out. */
  let samples: Float32Array = new Float32Array(0);
  let begun = false;

  return {
    read(frames) {
      const known = samples.length / 2;
      samples = joined(samples, source.read(frames + aheadFrames - known));
      // Silence precedes the first frame and follows the last; both are looked at like any other.
      if (!begun) for (let frame = 0; frame < aheadFrames; frame++) gains.next(allowedGain(samples, frame));
      begun = true;
      const out = samples.slice(0, frames * 2);
      if (!gains.atRest() || isLoud(samples.subarray(aheadFrames * 2))) {
        for (let frame = 0; frame < out.length / 2; frame++) {
          const gain = gains.next(allowedGain(samples, frame + aheadFrames));
          out[2 * frame]! *= gain;
          out[2 * frame + 1]! *= gain;
        }
      }
      samples = samples.slice(out.length);
      return out;
    },
    close: source.close,
  };
}

function joined(one: Float32Array, other: Float32Array): Float32Array {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function isLoud(samples: Float32Array): boolean {
  for (const sample of samples) if (sample > ceiling || sample < -ceiling) return true;
  return false;
}

function allowedGain(samples: Float32Array, frame: number): number {
  const peak = Math.max(Math.abs(samples[2 * frame] ?? 0), Math.abs(samples[2 * frame + 1] ?? 0));
  return peak > ceiling ? ceiling / peak : 1;
}

/** Turns the gains that frames allow into the gains that frames of five milliseconds earlier get. */
function createGains() {
  const window = aheadFrames + 1;
  const least = createSlidingMinimum(window);
  const recent = new Float64Array(window).fill(1);
  let sum = window;
  let slot = 0;
  let released = 1;
  let ones = window;

  return {
    next(allowed: number): number {
      const most = least(allowed);
      released = Math.min(most, released + (1 - released) * recovery);
      // The last hundredth of a decibel is not heard, and would take for ever.
      if (released > 0.999) released = most;
      sum += released - recent[slot]!;
      recent[slot] = released;
      slot = (slot + 1) % window;
      ones = released === 1 ? ones + 1 : 0;
      // A running sum of floats would stay a hair away from what it should be.
      if (ones >= window) sum = window;
      return sum / window;
    },
    /** Whether everything it remembers is a gain of one, so that more of them change nothing. */
    atRest: () => ones >= window,
  };
}

/** The smallest of the last `size` numbers, in a few steps each: only those that can still become it are kept. */
function createSlidingMinimum(size: number): (value: number) => number {
  const values = new Float64Array(size);
  const places = new Float64Array(size);
  let first = 0;
  let kept = 0;
  let count = 0;
  return (value) => {
    if (kept > 0 && places[first]! <= count - size) {
      first = (first + 1) % size;
      kept--;
    }
    while (kept > 0 && values[(first + kept - 1) % size]! >= value) kept--;
    const slot = (first + kept) % size;
    values[slot] = value;
    places[slot] = count++;
    kept++;
    return values[first]!;
  };
}
