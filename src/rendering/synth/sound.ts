import { createRandom } from './noise.ts';

/** One channel of samples from -1 to 1, at 48,000 Hz. */
export type Sound = Float32Array;

export const sampleRate = 48_000;

/** A value as a function of time in seconds. */
export type Curve = (seconds: number) => number;

export function silence(seconds: number): Sound {
  return new Float32Array(Math.round(seconds * sampleRate));
}

/** Computes a sound sample by sample. */
export function sound(seconds: number, at: Curve): Sound {
  return silence(seconds).map((_, i) => at(i / sampleRate));
}

/** A waveform as a function of phase, 0 to 1. */
export type Wave = (turn: number) => number;

export const sine: Wave = (turn) => Math.sin(2 * Math.PI * turn);
export const triangle: Wave = (turn) => 1 - 4 * Math.abs((turn % 1) - 0.5);

/** A sawtooth wave of the harmonics up to the highest, to avoid aliasing. */
export const saw =
  (highest: number): Wave =>
  (turn) =>
    (2 / Math.PI) * harmonicSum(turn, highest, 1);

/** A square wave of the odd harmonics up to the highest. */
export const square =
  (highest: number): Wave =>
  (turn) =>
    (4 / Math.PI) * harmonicSum(turn, highest, 2);

/** The sum of harmonics 1, 1 + step, 1 + 2·step …, each with amplitude 1/n, computed by a recurrence. */
function harmonicSum(turn: number, highest: number, step: number): number {
  const angle = 2 * Math.PI * turn;
  const factor = 2 * Math.cos(step * angle);
  let before = Math.sin((1 - step) * angle);
  let now = Math.sin(angle);
  let sum = 0;
  for (let n = 1; n <= highest; n += step) {
    sum += now / n;
    [before, now] = [now, factor * now - before];
  }
  return sum;
}

/** A tone with a variable pitch; the phase is accumulated, so it never jumps. */
export function tone(seconds: number, hertz: number | Curve, wave: Wave = sine): Sound {
  const out = silence(seconds);
  let turn = 0;
  for (let i = 0; i < out.length; i++) {
    out[i] = wave(turn);
    turn = (turn + (typeof hertz === 'number' ? hertz : hertz(i / sampleRate)) / sampleRate) % 1;
  }
  return out;
}

export function noise(seconds: number, seed: number): Sound {
  const random = createRandom(seed);
  return silence(seconds).map(() => random() * 2 - 1);
}

/** An envelope with a linear attack and an exponential decay. */
export const decaying =
  (riseSeconds: number, halfLifeSeconds: number): Curve =>
  (seconds) =>
    seconds < riseSeconds ? seconds / riseSeconds : 2 ** ((riseSeconds - seconds) / halfLifeSeconds);

/** An envelope with linear attack, sustain and linear release. */
export const sustained =
  (riseSeconds: number, fallSeconds: number, totalSeconds: number): Curve =>
  (seconds) =>
    Math.max(0, Math.min(1, seconds / riseSeconds, (totalSeconds - seconds) / fallSeconds));

export function shaped(input: Sound, envelope: Curve): Sound {
  return input.map((value, i) => value * envelope(i / sampleRate));
}

export function gained(input: Sound, gain: number): Sound {
  return input.map((value) => value * gain);
}

/** The sum of sounds that start together, as long as the longest. */
export function mixed(...parts: readonly Sound[]): Sound {
  const out = new Float32Array(Math.max(...parts.map((part) => part.length)));
  for (const part of parts) addAt(out, part, 0);
  return out;
}

/** Adds a sound to another at a time; samples past the end are cut off. */
export function addAt(target: Sound, part: Sound, seconds: number, gain = 1): void {
  const start = Math.round(seconds * sampleRate);
  const end = Math.min(part.length, target.length - start);
  for (let i = Math.max(0, -start); i < end; i++) target[start + i] = target[start + i]! + part[i]! * gain;
}

/** Soft clipping: saturates loud samples below 1. */
export function softClipped(input: Sound, amount: number): Sound {
  const peak = Math.tanh(amount);
  return input.map((value) => Math.tanh(value * amount) / peak);
}
