import type { Lines } from './sections.ts';

/** Parses a number; NaN for a missing, empty or malformed field. */
export function parseNumber(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return Number.NaN;
  return Number(text);
}

/** Powers of ten that are exact. Numbers of up to 15 digits are exact too, so that one division rounds as `Number` does. */
const powersOfTen = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
const maxDigits = 15;
const [minus, point, zero] = [0x2d, 0x2e, 0x30];

/**
 * Parses the number in a part of a text, as `parseNumber` does. Plain decimal numbers are parsed without a string of their
 * own: large storyboards have a million of them.
 */
export function parseNumberIn(text: string, start: number, end: number): number {
  const isNegative = text.charCodeAt(start) === minus;
  let value = 0;
  let digits = 0;
  let decimals = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits++;
      if (decimals >= 0) decimals++;
    } else if (digit === point - zero && decimals < 0) decimals = 0;
    else return parseNumber(text.slice(start, end));
  }
  if (digits === 0 || digits > maxDigits) return parseNumber(text.slice(start, end));
  if (decimals > 0) value /= powersOfTen[decimals]!;
  return isNegative ? -value : value;
}

/** Parses a finite number, or returns the fallback. */
export function numberOr(text: string | undefined, fallback: number): number {
  return finiteOr(parseNumber(text), fallback);
}

/** Returns the value if it is finite, or the fallback. */
export function finiteOr(value: number, fallback: number): number {
  return Number.isFinite(value) ? value : fallback;
}

/** Parses a number and truncates it to a 32-bit integer, or returns the fallback. */
export function integerOr(text: string | undefined, fallback: number): number {
  return truncatedOr(parseNumber(text), fallback);
}

/** Truncates a value to a 32-bit integer, or returns the fallback. */
export function truncatedOr(value: number, fallback: number): number {
  const truncated = Math.trunc(value);
  return Math.abs(truncated) < 2 ** 31 ? truncated : fallback;
}

/** Parses `Key: value` lines. A value may contain colons; the last line of a key wins. */
export function parseKeyValuePairs(lines: Lines | undefined): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const { text } of lines ?? []) {
    const colon = text.indexOf(':');
    if (colon > 0) pairs.set(text.slice(0, colon).trim(), text.slice(colon + 1).trim());
  }
  return pairs;
}

/** Removes the quotes around a file name. */
export function unquoteFileName(text: string | undefined): string {
  return (text ?? '').trim().replace(/^"|"$/g, '');
}

/** Whether a file is a video, judged by its extension as the game does. */
export function isVideoName(file: string): boolean {
  return /\.(mp4|mov|avi|flv|mpg|wmv|m4v|mkv|webm)$/i.test(file);
}
