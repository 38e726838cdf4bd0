/** A key held from one time to another. */
export interface KeySpan {
  readonly start: number;
  readonly end: number;
}

/** The names of the lanes and how frames write them: a keyboard key sets the bit of the mouse button as well. */
export const lanes = [
  { name: 'K1', isDown: (keys: number) => (keys & 4) !== 0 },
  { name: 'K2', isDown: (keys: number) => (keys & 8) !== 0 },
  { name: 'M1', isDown: (keys: number) => (keys & 5) === 1 },
  { name: 'M2', isDown: (keys: number) => (keys & 10) === 2 },
] as const;

export function keySpans(times: Float64Array, keys: Uint8Array, isDown: (keys: number) => boolean): KeySpan[] {
  const spans: KeySpan[] = [];
  let start: number | null = null;
  keys.forEach((pressed, i) => {
    const down = isDown(pressed);
    if (down) start ??= times[i]!;
    else if (start !== null) {
      spans.push({ start, end: times[i]! });
      start = null;
    }
  });
  if (start !== null) spans.push({ start, end: times.at(-1)! });
  return spans;
}
