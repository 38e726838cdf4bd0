import { createRandom } from './noise.ts';

/** One channel of samples from -1 to 1, 48,000 a second. */
export type Sound = Float32Array;

export const sampleRate = 48_000;

/** A value for each moment, given in seconds. */
export type Curve = (seconds: number) => number;

export function silence(seconds: number): Sound {
  return new Float32Array(Math.round(seconds * sampleRate));
}

/** Computes a sound moment by moment. */
export function sound(seconds: number, at: Curve): Sound {
  return silence(seconds).map((_, i) => at(i / sampleRate));
}

/** What an oscillator does in the course of one turn, 0 to 1. */
export type Wave = (turn: number) => number;

export const sine: Wave = (turn) => Math.sin(2 * Math.PI * turn);
export const triangle: Wave = (turn) => 1 - 4 * Math.abs((turn % 1) - 0.5);

/** A saw of as many overtones as asked for, so that none lies beyond what a sample rate can carry. */
export const saw =
  (overtones: number): Wave =>
  (turn) =>
    (2 / Math.PI) * overtoneSum(turn, overtones, 1);

/** A square, likewise: only every other overtone. */
export const square =
  (overtones: number): Wave =>
  (turn) =>
    (4 / Math.PI) * overtoneSum(turn, overtones, 2);

/** Sines of 1, 1 + step, 1 + 2·step … times the pitch, each as loud as its part; one follows from the two before it. */
function overtoneSum(turn: number, overtones: number, step: number): number {
  const angle = 2 * Math.PI * turn;
  const factor = 2 * Math.cos(step * angle);
  let before = Math.sin((1 - step) * angle);
  let now = Math.sin(angle);
  let sum = 0;
  for (let n = 1; n <= overtones; n += step) {
    sum += now / n;
    [before, now] = [now, factor * now - before];
  }
  return sum;
}

/** A tone whose pitch may glide: turns are summed up, so it never jumps. */
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

/** Rises straight from 0 to 1, then halves every so often. */
export const struck =
  (riseSeconds: number, halfLifeSeconds: number): Curve =>
  (seconds) =>
    seconds < riseSeconds ? seconds / riseSeconds : 2 ** ((riseSeconds - seconds) / halfLifeSeconds);

/** Rises straight, stays, and falls straight to 0 at the end. */
export const held =
  (riseSeconds: number, fallSeconds: number, totalSeconds: number): Curve =>
  (seconds) =>
    Math.max(0, Math.min(1, seconds / riseSeconds, (totalSeconds - seconds) / fallSeconds));

export function shaped(input: Sound, envelope: Curve): Sound {
  return input.map((value, i) => value * envelope(i / sampleRate));
}

export function gained(input: Sound, gain: number): Sound {
  return input.map((value) => value * gain);
}

/** The sum of sounds that begin together; as long as the longest. */
export function mixed(...parts: readonly Sound[]): Sound {
  const out = new Float32Array(Math.max(...parts.map((part) => part.length)));
  for (const part of parts) addAt(out, part, 0);
  return out;
}

/** Adds a sound into another from a moment on; what does not fit is cut off. */
export function addAt(target: Sound, part: Sound, seconds: number, gain = 1): void {
  const start = Math.round(seconds * sampleRate);
  const end = Math.min(part.length, target.length - start);
  for (let i = Math.max(0, -start); i < end; i++) target[start + i] = target[start + i]! + part[i]! * gain;
}

/** Bends loud parts softly instead of cutting them off: warmth, and no sample beyond 1. */
export function driven(input: Sound, amount: number): Sound {
  const most = Math.tanh(amount);
  return input.map((value) => Math.tanh(value * amount) / most);
}
