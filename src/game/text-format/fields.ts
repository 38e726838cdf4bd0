import type { Line } from './sections.ts';

/** A number of the file, or NaN where there is none. */
export function parseNumber(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return Number.NaN;
  return Number(text);
}

/** A finite number of the file, or the fallback. */
export function numberOr(text: string | undefined, fallback: number): number {
  const value = parseNumber(text);
  return Number.isFinite(value) ? value : fallback;
}

/** A whole 32-bit number of the file (the fraction is cut off), or the fallback. */
export function integerOr(text: string | undefined, fallback: number): number {
  const value = Math.trunc(parseNumber(text));
  return Math.abs(value) < 2 ** 31 ? value : fallback;
}

/** The nearest value that is neither below nor above. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** `Key: value` lines by key; the value may hold further colons, a later line of the same key wins. */
export function parseKeyValuePairs(lines: readonly Line[] | undefined): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const { text } of lines ?? []) {
    const colon = text.indexOf(':');
    if (colon > 0) pairs.set(text.slice(0, colon).trim(), text.slice(colon + 1).trim());
  }
  return pairs;
}

/** A file name as written, without its quotes. */
export function unquoteFileName(text: string | undefined): string {
  return (text ?? '').trim().replace(/^"|"$/g, '');
}

/** Whether the game plays a file as a video; by its extension, as the game does. */
export function isVideoName(file: string): boolean {
  return /\.(mp4|mov|avi|flv|mpg|wmv|m4v|mkv|webm)$/i.test(file);
}
