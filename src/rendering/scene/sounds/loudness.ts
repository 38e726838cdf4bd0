/** Measures how loud a sound is, by ITU-R BS.1770-4 (which EBU R 128 uses). */
export interface LoudnessMeter {
  /** Adds frames of stereo samples. */
  add(stereo: Float32Array): void;
  /** The loudness of everything added so far in LUFS; null if it is silent or shorter than one block. */
  integrated(): number | null;
}

/** A block of 0.4 s begins every tenth of a second, so it consists of four steps. */
const stepsPerSecond = 10;
const stepsPerBlock = 4;
/** Blocks below this loudness are silence and do not count. */
const absoluteGate = -70;
/** Neither do blocks that are this much below the mean of the others: a pause does not make a song quieter. */
const relativeGate = -10;

/** Creates a meter for sound of a sample rate. */
export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const stepFrames = Math.round(sampleRate / stepsPerSecond);
  const channels = [createWeighting(sampleRate), createWeighting(sampleRate)] as const;
  /** The weighted power of each step: the mean square of both channels together. */
  const steps: number[] = [];
  let sum = 0;
  let framesInStep = 0;

  return {
    add(stereo) {
      for (let from = 0; from < stereo.length; ) {
        const until = Math.min(stereo.length, from + (stepFrames - framesInStep) * 2);
        channels.forEach((channel, index) => {
          sum += weightedEnergy(channel, stereo, { from: from + index, until });
        });
        framesInStep += (until - from) / 2;
        from = until;
        if (framesInStep < stepFrames) continue;
        steps.push(sum / stepFrames);
        sum = 0;
        framesInStep = 0;
      }
    },
    integrated() {
      const blocks: number[] = [];
      for (let last = stepsPerBlock - 1; last < steps.length; last++) {
        let power = 0;
        for (let step = last - stepsPerBlock + 1; step <= last; step++) power += steps[step]!;
        blocks.push(power / stepsPerBlock);
      }
      const audible = blocks.filter((power) => loudnessOf(power) > absoluteGate);
      const gate = loudnessOf(mean(audible)) + relativeGate;
      const counted = audible.filter((power) => loudnessOf(power) > gate);
      return counted.length === 0 ? null : loudnessOf(mean(counted));
    },
  };
}

function loudnessOf(power: number): number {
  return 10 * Math.log10(power) - 0.691;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A filter of second order. Its first output coefficient is 1. */
interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** The two filters of one channel and their state. */
interface Weighting {
  readonly shelf: Biquad;
  readonly highPass: Biquad;
  readonly state: Float64Array;
}

function createWeighting(sampleRate: number): Weighting {
  return { shelf: shelfAt(sampleRate), highPass: highPassAt(sampleRate), state: new Float64Array(4) };
}

/**
 * The head of a listener amplifies high frequencies by 4 dB. The standard has the coefficients for 48,000 samples per
 * second only; these values of an analog filter give the same ones, and those for other rates.
 */
function shelfAt(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** Low frequencies are hardly heard. */
function highPassAt(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

/** Returns the sum of squares of the filtered samples at `from`, `from + 2` …. Local variables keep the loop fast. */
function weightedEnergy(
  { shelf, highPass, state }: Weighting,
  samples: Float32Array,
  { from, until }: { readonly from: number; readonly until: number },
): number {
  let [s1 = 0, s2 = 0, h1 = 0, h2 = 0] = state;
  let sum = 0;
  for (let index = from; index < until; index += 2) {
    const sample = samples[index]!;
    const bright = shelf.b0 * sample + s1;
    s1 = shelf.b1 * sample - shelf.a1 * bright + s2;
    s2 = shelf.b2 * sample - shelf.a2 * bright;
    const weighted = highPass.b0 * bright + h1;
    h1 = highPass.b1 * bright - highPass.a1 * weighted + h2;
    h2 = highPass.b2 * bright - highPass.a2 * weighted;
    sum += weighted * weighted;
  }
  state.set([s1, s2, h1, h2]);
  return sum;
}
