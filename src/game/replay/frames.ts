import { Failure } from '../../failure.ts';
import type { ReplayFrames } from './replay.ts';

/** The longest real replay has 112,000. */
const maxFrames = 1_000_000;
/** In osu! pixels either way; cursors far outside the field are real, but these numbers no longer are. */
const maxCoordinate = 2 ** 24;
/** In milliseconds either way: what the clients' 32-bit clocks can hold. */
const maxTime = 2 ** 31;
/** A delta with this value marks the entry that carries the random seed instead of a frame. */
export const seedMarker = -12345;
/** M1, M2, K1, K2, smoke; bits above them mean nothing in osu!standard. */
const keyMask = 31;

/**
 * Reads `delta|x|y|keys,` repeated. LZMA has no checksum, so that this text is where damage shows: whatever is not
 * exactly such entries is refused, with the place.
 */
export function parseFrames(text: Uint8Array): { frames: ReplayFrames; seed: number | null } {
  const entries = countEntries(text);
  if (entries > maxFrames) {
    throw new Failure('replay/unreadable', `The replay has ${entries} frames; at most ${maxFrames} are read.`);
  }
  const times = new Float64Array(entries);
  const xs = new Float32Array(entries);
  const ys = new Float32Array(entries);
  const keys = new Uint8Array(entries);
  const numbers = new NumberReader(text);
  let count = 0;
  let time = 0;
  let seed: number | null = null;

  for (let entry = 0; entry < entries; entry++) {
    const delta = roundHalfToEven(numbers.next(bar));
    const x = numbers.next(bar);
    const y = numbers.next(bar);
    const pressed = numbers.next(comma);
    if (delta === seedMarker) {
      if (Number.isSafeInteger(pressed)) seed = pressed;
      continue;
    }
    time += delta;
    if (Math.abs(time) > maxTime) throw damaged(`frame ${count} is at ${time} ms`);
    if (Math.abs(x) > maxCoordinate || Math.abs(y) > maxCoordinate) throw damaged(`frame ${count} is at ${x}, ${y}`);
    if (!(Number.isInteger(pressed) && pressed >= 0 && pressed < maxTime)) {
      throw damaged(`the keys of frame ${count} are ${pressed}`);
    }
    times[count] = time;
    xs[count] = x;
    ys[count] = y;
    keys[count] = pressed & keyMask;
    count++;
  }

  const frames = {
    count,
    times: times.subarray(0, count),
    xs: xs.subarray(0, count),
    ys: ys.subarray(0, count),
    keys: keys.subarray(0, count),
  };
  return { frames, seed };
}

const bar = 0x7c;
const comma = 0x2c;

/** Stable closes every entry with a comma, lazer leaves out the last one. */
function countEntries(text: Uint8Array): number {
  let commas = 0;
  for (let i = 0; i < text.length; i++) if (text[i] === comma) commas++;
  return text.length === 0 || text[text.length - 1] === comma ? commas : commas + 1;
}

/** Early lazer wrote fractions of milliseconds; whole ones stay as they are. */
function roundHalfToEven(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const powersOfTen = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Takes decimal numbers out of ASCII without making strings: a replay holds hundreds of thousands of them. */
class NumberReader {
  private readonly text: Uint8Array;
  private at = 0;

  constructor(text: Uint8Array) {
    this.text = text;
  }

  /** The number up to `stop`, or up to the end of the text when `stop` is what separates entries. */
  next(stop: number): number {
    const { text } = this;
    const start = this.at;
    let at = start;
    const negative = text[at] === minus;
    if (negative) at++;
    let digits = 0;
    let value = 0;
    for (let c = text[at]; c !== undefined && c >= zero && c <= nine; c = text[++at]) {
      value = value * 10 + (c - zero);
      digits++;
    }
    let decimals = 0;
    if (text[at] === dot) {
      at++;
      for (let c = text[at]; c !== undefined && c >= zero && c <= nine; c = text[++at]) {
        value = value * 10 + (c - zero);
        decimals++;
      }
    }
    this.at = at + 1;
    const closed = at < text.length ? text[at] === stop : stop === comma;
    // With at most 15 digits both numbers of the division are exact, and so its result is the nearest double.
    if (closed && digits > 0 && digits + decimals <= 15) {
      value /= powersOfTen[decimals]!;
      return negative ? -value : value;
    }
    return this.nextUncommon(start, stop);
  }

  /** Long digits and exponents (1.676381E-08), by way of a string; and what is no number at all. */
  private nextUncommon(start: number, stop: number): number {
    const { text } = this;
    let end = start;
    while (end < text.length && text[end] !== stop && end - start < 64) end++;
    this.at = end + 1;
    const word = String.fromCharCode(...text.subarray(start, end));
    const closed = end < text.length ? text[end] === stop : stop === comma;
    if (!closed || !/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(word)) {
      throw damaged(`expected a number at byte ${start} of the frames, found ${JSON.stringify(word.slice(0, 24))}`);
    }
    const value = Number(word);
    if (!Number.isFinite(value)) throw damaged(`byte ${start} of the frames holds a number beyond all numbers`);
    return value;
  }
}

function damaged(what: string): Failure {
  return new Failure('replay/unreadable', `The frames are damaged: ${what}.`);
}
