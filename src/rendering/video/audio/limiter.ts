import type { PcmStream } from './pcm-stream.ts';
import { createSampleQueue } from './sample-queue.ts';
import { createSilence } from './silence.ts';
import { createTruePeakDetector, tapsPerSide } from './true-peak.ts';

/** The maximum level of a peak: -2 dB of full scale. A lossy encoder raises peaks by up to 1 dB. */
export const ceiling = 10 ** (-2 / 20);
/** The gain falls for five milliseconds before a peak. */
const fallFrames = 240;
/** It is low enough for a peak at all samples that the peak is computed of. */
const aheadFrames = fallFrames + tapsPerSide;
/** The fraction of the missing gain that is recovered per frame: about a tenth of a second in total. */
const recovery = 1 / 4_800;

/**
 * Turns peaks down instead of clipping them, also those between two samples. Sound below the ceiling stays unchanged, and
 * there is no delay: the limiter looks ahead by reading ahead.
 *
 * For every frame, the smallest gain that the next five milliseconds allow is computed; the gain is the mean of these over
 * the last five milliseconds. All of these windows contain the frame itself and the samples around it, so its gain is never
 * more than they allow.
 */
export function limitPeaks(source: PcmStream): PcmStream {
  const gains = createGains();
  const detector = createTruePeakDetector(ceiling);
  /** Frames that were read ahead, and the peaks of all but the last of them. */
  const ahead = createSampleQueue();
  const peaks = createSampleQueue();
  const silence = createSilence();
  let isStarted = false;

  /** Reads frames; silence follows the last one, and counts like any other sound. */
  function readAhead(frames: number): void {
    const block = source.read(frames);
    ahead.add(block);
    const padded = silence(frames * 2);
    padded.set(block);
    peaks.add(detector.next(padded));
  }

  return {
    read(frames) {
      if (!isStarted) {
        readAhead(tapsPerSide + aheadFrames);
        // The first peaks are those of the silence before the sound.
        peaks.drop(tapsPerSide);
        turnDown(gains, peaks.samples, new Float32Array(aheadFrames * 2));
        isStarted = true;
      }
      readAhead(frames);
      const out = ahead.samples.subarray(0, frames * 2);
      turnDown(gains, peaks.samples.subarray(aheadFrames), out);
      ahead.drop(out.length);
      peaks.drop(frames);
      return out;
    },
    close: source.close,
  };
}

/** The length of a ring is a power of two, so that an index is found with a mask. */
const ringFrames = 512;
const ringMask = ringFrames - 1;
const meanFrames = fallFrames + 1;
const windowFrames = aheadFrames + tapsPerSide + 1;

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
    sum: meanFrames,
    released: 1,
    ones: ringFrames,
  };
}

/**
 * Multiplies frames by their gains; `peaks` are those of five milliseconds later. The state lives in local variables
 * during the loop, which runs for every sample.
 */
function turnDown(state: Gains, peaks: Float32Array, frames: Float32Array): void {
  const { minima, recent } = state;
  let { frame, sum, released, ones } = state;
  let { first, count } = minima;
  for (let index = 0; index < frames.length; index += 2, frame++) {
    const peak = peaks[index >> 1]!;
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
    sum += released - recent[(frame - meanFrames) & ringMask]!;
    recent[frame & ringMask] = released;
    ones = released === 1 ? ones + 1 : 0;
    // Rounding errors accumulate in a running sum of floats: reset it.
    if (ones >= meanFrames) sum = meanFrames;
    const gain = sum / meanFrames;
    frames[index]! *= gain;
    frames[index + 1]! *= gain;
  }
  Object.assign(state, { frame, sum, released, ones });
  Object.assign(minima, { first, count });
}
