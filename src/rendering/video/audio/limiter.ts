import type { PcmStream } from './pcm-stream.ts';

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
      if (!begun) turnDown(gains, samples, new Float32Array(aheadFrames * 2));
      begun = true;
      const out = samples.slice(0, frames * 2);
      turnDown(gains, samples.subarray(aheadFrames * 2), out);
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

/** In a ring of a power of two, places are found without a division. */
const ringFrames = 256;
const inRing = ringFrames - 1;
const windowFrames = aheadFrames + 1;

/** What the gains of the next frames follow from. */
interface Gains {
  /** Those that are or can still become the smallest of the window, each with the frame it was allowed by. */
  readonly least: { readonly gains: Float64Array; readonly frames: Float64Array; first: number; count: number };
  /** Those the mean is taken of. */
  readonly recent: Float64Array;
  frame: number;
  sum: number;
  released: number;
  ones: number;
}

function createGains(): Gains {
  return {
    least: { gains: new Float64Array(ringFrames), frames: new Float64Array(ringFrames), first: 0, count: 0 },
    recent: new Float64Array(ringFrames).fill(1),
    frame: 0,
    sum: windowFrames,
    released: 1,
    ones: ringFrames,
  };
}

/**
 * Multiplies frames by their gains, which follow from what the frames of five milliseconds later allow. All that changes
 * from frame to frame is held in variables of one loop: it runs for every sample there is.
 */
function turnDown(state: Gains, later: Float32Array, frames: Float32Array): void {
  const { least, recent } = state;
  let { frame, sum, released, ones } = state;
  let { first, count } = least;
  for (let index = 0; index < frames.length; index += 2, frame++) {
    const peak = index < later.length ? Math.max(Math.abs(later[index]!), Math.abs(later[index + 1]!)) : 0;
    // Where every gain that is remembered is one, another one changes nothing.
    if (peak <= ceiling && ones >= ringFrames) continue;

    const allowed = peak > ceiling ? ceiling / peak : 1;
    while (count > 0 && least.frames[first]! <= frame - windowFrames) {
      first = (first + 1) & inRing;
      count--;
    }
    while (count > 0 && least.gains[(first + count - 1) & inRing]! >= allowed) count--;
    const last = (first + count++) & inRing;
    least.gains[last] = allowed;
    least.frames[last] = frame;

    const most = least.gains[first]!;
    released = Math.min(most, released + (1 - released) * recovery);
    // The last hundredth of a decibel is not heard, and would take for ever.
    if (released > 0.999) released = most;
    sum += released - recent[(frame - windowFrames) & inRing]!;
    recent[frame & inRing] = released;
    ones = released === 1 ? ones + 1 : 0;
    // A running sum of floats would stay a hair away from what it should be.
    if (ones >= windowFrames) sum = windowFrames;
    const gain = sum / windowFrames;
    frames[index]! *= gain;
    frames[index + 1]! *= gain;
  }
  Object.assign(state, { frame, sum, released, ones });
  Object.assign(least, { first, count });
}
