import { Failure } from '../../failure.ts';
import { roundHalfToEven } from '../arithmetic.ts';
import type { ReplayFrames } from './replay.ts';

/** The longest known replay has 112,000. */
const maxFrames = 1_000_000;
/** In osu! pixels, either sign. Cursors do move far outside the playfield, but not this far. */
const maxCoordinate = 2 ** 24;
/** In milliseconds, either sign: the range of the clients' 32-bit clocks. */
const maxTime = 2 ** 31;
/** This delta marks the entry that holds the random seed instead of a frame. */
export const seedMarker = -12345;
/** M1, M2, K1, K2 and smoke; higher bits have no meaning in osu!standard. */
const keyMask = 31;

/**
 * Parses `delta|x|y|keys,` repeated. LZMA has no checksum, so damage shows up in this text: any other content is refused
 * with its byte offset.
 */
export function parseFrames(text: Uint8Array): { frames: ReplayFrames; seed: number | null } {
  const entries = countEntries(text);
  if (entries > maxFrames) {
    throw new Failure('replay/unreadable', `The replay has ${entries} frames; the limit is ${maxFrames}.`);
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
    // Early lazer versions wrote fractional milliseconds.
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

/** Stable ends every entry with a comma; lazer omits the last comma. */
function countEntries(text: Uint8Array): number {
  let commas = 0;
  for (let i = 0; i < text.length; i++) if (text[i] === comma) commas++;
  return text.length === 0 || text[text.length - 1] === comma ? commas : commas + 1;
}

const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const powersOfTen = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Parses decimal numbers from ASCII without creating strings: a replay has hundreds of thousands of them. */
class NumberReader {
  private readonly text: Uint8Array;
  private at = 0;

  constructor(text: Uint8Array) {
    this.text = text;
  }

  /** The number before `stop`, or before the end of the text if `stop` is the comma between entries. */
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
    // With at most 15 digits, both operands are exact, so the division gives the nearest double.
    if (closed && digits > 0 && digits + decimals <= 15) {
      value /= powersOfTen[decimals]!;
      return negative ? -value : value;
    }
    return this.nextUncommon(start, stop);
  }

  /** Parses many digits and exponents (1.676381E-08) through a string, and refuses anything that is not a number. */
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
    if (!Number.isFinite(value)) throw damaged(`the number at byte ${start} of the frames is not finite`);
    return value;
  }
}

function damaged(what: string): Failure {
  return new Failure('replay/unreadable', `The frames are damaged: ${what}.`);
}
