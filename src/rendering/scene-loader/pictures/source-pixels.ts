/** The source pixels of each result pixel; those of pixel `i` are from `starts[i]` up to `starts[i + 1]`. */
export interface SourcePixels {
  readonly starts: Uint32Array;
  readonly at: Uint16Array;
  /** The weights of one pixel add up to 1. */
  readonly weights: Float64Array;
}

/** Finds the source pixels of each of `count` result pixels along one side of an area. */
export function sourcePixels(
  { start, length, sourceLength }: { start: number; length: number; sourceLength: number },
  count: number,
): SourcePixels {
  const step = length / count;
  const capacity = count * (Math.ceil(step) + 2);
  const sources = {
    starts: new Uint32Array(count + 1),
    at: new Uint16Array(capacity),
    weights: new Float64Array(capacity),
  };
  let used = 0;
  const add = (at: number, weight: number) => {
    if (weight <= 0) return;
    sources.at[used] = Math.max(0, Math.min(at, sourceLength - 1));
    sources.weights[used++] = weight;
  };
  for (let index = 0; index < count; index++) {
    if (step >= 1) {
      const from = start + index * step;
      const end = from + step;
      for (let at = Math.floor(from); at < end; at++) add(at, (Math.min(at + 1, end) - Math.max(at, from)) / step);
    } else {
      // Interpolate between the centres of two pixels.
      const middle = start + (index + 0.5) * step - 0.5;
      const at = Math.floor(middle);
      add(at, 1 - (middle - at));
      add(at + 1, middle - at);
    }
    sources.starts[index + 1] = used;
  }
  return sources;
}
