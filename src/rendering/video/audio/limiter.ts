import type { PcmStream } from './pcm-stream.ts';

/** The maximum level of a sample: a little below full scale, because a lossy encoder overshoots. */
const ceiling = 0.98;
/** The gain starts to fall this long before a peak: five milliseconds. */
const aheadFrames = 240;
/** The fraction of the missing gain that is recovered per frame: about a tenth of a second in total. */
const recovery = 1 / 4_800;

/**
 * Turns peaks down instead of clipping them. Sound below the ceiling stays unchanged, and there is no delay: the limiter
 * looks ahead by reading ahead.
 *
 * For every frame, the smallest gain that the next five milliseconds allow is computed; the gain is the mean of these over
 * the last five milliseconds. All of these windows contain the frame itself, so its gain is never more than it allows.
 */
export function limitPeaks(source: PcmStream): PcmStream {
  const gains = createGains();
  /** Frames that were read ahead. */
  let samples: Float32Array = new Float32Array(0);
  let isStarted = false;

  return {
    read(frames) {
      const ahead = samples.length / 2;
      samples = concat(samples, source.read(frames + aheadFrames - ahead));
      // Silence precedes the first frame and follows the last; both count like any other sound.
      if (!isStarted) turnDown(gains, samples, new Float32Array(aheadFrames * 2));
      isStarted = true;
      const out = samples.slice(0, frames * 2);
      turnDown(gains, samples.subarray(aheadFrames * 2), out);
      samples = samples.slice(out.length);
      return out;
    },
    close: source.close,
  };
}

function concat(a: Float32Array, b: Float32Array): Float32Array {
  const both = new Float32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** The length of a ring is a power of two, so that an index is found with a mask. */
const ringFrames = 256;
const ringMask = ringFrames - 1;
const windowFrames = aheadFrames + 1;

/** The state of the limiter. */
interface Gains {
  /** A queue of the gains that are or can become the minimum of the window, each with its frame. */
  readonly minima: { readonly gains: Float64Array; readonly frames: Float64Array; first: number; count: number };
  /** The gains that the mean is taken of. */
  readonly recent: Float64Array;
  frame: number;
  sum: number;
  /** The minimum of the window, or less while the gain recovers. */
  released: number;
  /** The number of frames since `released` was last below 1. */
  ones: number;
}

function createGains(): Gains {
  return {
    minima: { gains: new Float64Array(ringFrames), frames: new Float64Array(ringFrames), first: 0, count: 0 },
    recent: new Float64Array(ringFrames).fill(1),
    frame: 0,
    sum: windowFrames,
    released: 1,
    ones: ringFrames,
  };
}

/**
 * Multiplies frames by their gains; `later` are the frames five milliseconds later. The state lives in local variables
 * during the loop, which runs for every sample.
 */
function turnDown(state: Gains, later: Float32Array, frames: Float32Array): void {
  const { minima, recent } = state;
  let { frame, sum, released, ones } = state;
  let { first, count } = minima;
  for (let index = 0; index < frames.length; index += 2, frame++) {
    const peak = index < later.length ? Math.max(Math.abs(later[index]!), Math.abs(later[index + 1]!)) : 0;
    // If all remembered gains are 1, another 1 changes nothing.
    if (peak <= ceiling && ones >= ringFrames) continue;

    const allowed = peak > ceiling ? ceiling / peak : 1;
    while (count > 0 && minima.frames[first]! <= frame - windowFrames) {
      first = (first + 1) & ringMask;
      count--;
    }
    while (count > 0 && minima.gains[(first + count - 1) & ringMask]! >= allowed) count--;
    const last = (first + count++) & ringMask;
    minima.gains[last] = allowed;
    minima.frames[last] = frame;

    const allowedInWindow = minima.gains[first]!;
    released = Math.min(allowedInWindow, released + (1 - released) * recovery);
    // The last hundredth of a decibel is inaudible, and would take forever.
    if (released > 0.999) released = allowedInWindow;
    sum += released - recent[(frame - windowFrames) & ringMask]!;
    recent[frame & ringMask] = released;
    ones = released === 1 ? ones + 1 : 0;
    // Rounding errors accumulate in a running sum of floats: reset it.
    if (ones >= windowFrames) sum = windowFrames;
    const gain = sum / windowFrames;
    frames[index]! *= gain;
    frames[index + 1]! *= gain;
  }
  Object.assign(state, { frame, sum, released, ones });
  Object.assign(minima, { first, count });
}
