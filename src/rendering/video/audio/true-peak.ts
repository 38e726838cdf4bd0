import { createSampleQueue } from './sample-queue.ts';
import { createSilence } from './silence.ts';

/** Four points are examined per sample, as ITU-R BS.1770-4 does. */
const phases = 4;
/** The samples on each side that an interpolated point is computed from. */
export const tapsPerSide = 8;
const taps = tapsPerSide * 2;
/** Frames examined at a time: a quiet group is skipped. */
const groupFrames = 64;

/** The filters for the points a quarter, a half and three quarters of a sample after each sample. */
const filters = Array.from({ length: phases - 1 }, (_, index) => interpolationFilter((index + 1) / phases));
/** No interpolated point is larger than the largest sample that it is computed from, times this. */
const maxOvershoot = Math.max(...filters.map((filter) => filter.reduce((sum, tap) => sum + Math.abs(tap), 0)));

/** Finds the peaks of a sound as a listener hears it, between the samples too. */
export interface TruePeakDetector {
  /**
   * Takes the next frames and returns as many peaks: of both channels, from each frame to the next. They lag behind by
   * `tapsPerSide` frames, because the samples on both sides are needed. Peaks that are certainly below `floor` may be 0.
   * Valid until the next call.
   */
  next(frames: Float32Array): Float32Array;
}

/** Creates a detector; silence precedes the first frame. */
export function createTruePeakDetector(floor: number): TruePeakDetector {
  /** The new frames, after the last ones, which later peaks are computed from. */
  const queue = createSampleQueue();
  queue.add(new Float32Array(taps * 2));
  const silence = createSilence();

  return {
    next(frames) {
      queue.add(frames);
      const { samples } = queue;
      const peaks = silence(frames.length / 2);
      for (let first = 0; first < peaks.length; first += groupFrames) {
        const last = Math.min(peaks.length, first + groupFrames);
        if (largest(samples, first, last + taps) * maxOvershoot >= floor) findPeaks(samples, peaks, { first, last });
      }
      queue.drop(frames.length);
      return peaks;
    },
  };
}

/** The largest absolute sample of frames `first` to `last`. */
function largest(samples: Float32Array, first: number, last: number): number {
  let max = 0;
  for (let index = first * 2; index < last * 2; index++) max = Math.max(max, Math.abs(samples[index]!));
  return max;
}

/** Sets the peaks from `first` to `last`; the window of a peak begins at the frame of the same number. */
function findPeaks(
  samples: Float32Array,
  peaks: Float32Array,
  { first, last }: { readonly first: number; readonly last: number },
): void {
  for (let frame = first; frame < last; frame++) {
    const middle = (frame + tapsPerSide) * 2;
    let peak = Math.max(Math.abs(samples[middle]!), Math.abs(samples[middle + 1]!));
    for (const filter of filters) {
      let left = 0;
      let right = 0;
      for (let tap = 0, index = (frame + 1) * 2; tap < taps; tap++, index += 2) {
        left += filter[tap]! * samples[index]!;
        right += filter[tap]! * samples[index + 1]!;
      }
      peak = Math.max(peak, Math.abs(left), Math.abs(right));
    }
    peaks[frame] = peak;
  }
}

/** A windowed sinc that interpolates at a fraction of the way from the last sample of its first half to the next. */
function interpolationFilter(fraction: number): Float64Array {
  const filter = Float64Array.from({ length: taps }, (_, tap) => {
    const distance = Math.PI * (tap - (tapsPerSide - 1) - fraction);
    const window = 0.5 + 0.5 * Math.cos(distance / tapsPerSide);
    return (Math.sin(distance) / distance) * window;
  });
  // Without this, the ripple of the window would count as a peak of a constant sound.
  const sum = filter.reduce((total, tap) => total + tap, 0);
  return filter.map((tap) => tap / sum);
}
