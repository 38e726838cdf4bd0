import type { Facts } from './outline.ts';

/** What a file contains, and why it cannot be used although it is well-formed; null if it can be used. */
export interface Inspection {
  readonly facts: Facts;
  readonly refusal: unknown;
}

/** Runs a check and returns what it throws; null if it throws nothing. */
export function refusalOf(check: () => void): unknown {
  try {
    check();
    return null;
  } catch (error) {
    return error;
  }
}

/** Minutes, seconds and milliseconds of song time: 1:02.345. */
export function songTime(ms: number): string {
  const sign = ms < 0 ? '-' : '';
  const whole = Math.round(Math.abs(ms));
  const seconds = (Math.floor(whole / 1000) % 60).toString().padStart(2, '0');
  return `${sign}${Math.floor(whole / 60_000)}:${seconds}.${(whole % 1000).toString().padStart(3, '0')}`;
}

/** Counts each kind, most frequent first: `circles 30, sliders 10`. */
export function tally(kinds: Iterable<string>): string | null {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (counts.size === 0) return null;
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}

export function warningFacts(warnings: readonly { line: number; message: string }[]): Facts {
  return warnings.map(({ line, message }) => [`line ${line}`, message]);
}
