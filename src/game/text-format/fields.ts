import type { Line } from './sections.ts';

/** Parses a number; NaN for a missing, empty or malformed field. */
export function parseNumber(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return Number.NaN;
  return Number(text);
}

/** Parses a finite number, or returns the fallback. */
export function numberOr(text: string | undefined, fallback: number): number {
  const value = parseNumber(text);
  return Number.isFinite(value) ? value : fallback;
}

/** Parses a number and truncates it to a 32-bit integer, or returns the fallback. */
export function integerOr(text: string | undefined, fallback: number): number {
  const value = Math.trunc(parseNumber(text));
  return Math.abs(value) < 2 ** 31 ? value : fallback;
}

/** Limits a value to the range from `low` to `high`. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Parses `Key: value` lines. A value may contain colons; the last line of a key wins. */
export function parseKeyValuePairs(lines: readonly Line[] | undefined): ReadonlyMap<string, string> {
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
