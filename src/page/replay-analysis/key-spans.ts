import type { Frame } from './analysis-data.ts';

/** A key held down from `start` to `end`. */
export interface KeySpan {
  readonly start: number;
  readonly end: number;
}

/** The keys and their bits in a frame: a keyboard key also sets the bit of the mouse button. */
export const lanes = [
  { name: 'K1', isDown: (keys: number) => (keys & 4) !== 0 },
  { name: 'K2', isDown: (keys: number) => (keys & 8) !== 0 },
  { name: 'M1', isDown: (keys: number) => (keys & 5) === 1 },
  { name: 'M2', isDown: (keys: number) => (keys & 10) === 2 },
] as const;

export function keySpans(
  frames: readonly Pick<Frame, 't' | 'keys'>[],
  isDown: (keys: number) => boolean,
): readonly KeySpan[] {
  const spans: KeySpan[] = [];
  let start: number | null = null;
  for (const { t, keys } of frames) {
    if (isDown(keys)) start ??= t;
    else if (start !== null) {
      spans.push({ start, end: t });
      start = null;
    }
  }
  if (start !== null) spans.push({ start, end: frames.at(-1)?.t ?? start });
  return spans;
}
