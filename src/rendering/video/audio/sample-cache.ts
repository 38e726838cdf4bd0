/** Bytes of decoded sound that are kept; about three minutes of it. */
const mostBytes = 64 * 1024 * 1024;

/** Decodes each sound when it is first heard, and lets go of those not heard for longest when there are too many. */
export function createSampleCache<Key>(
  decode: (key: Key) => Float32Array | null,
  keyOf: (key: Key) => string,
  limitBytes = mostBytes,
): (key: Key) => Float32Array | null {
  // A map's order is that of insertion: what is asked for is put to its end.
  const kept = new Map<string, Float32Array | null>();
  let bytes = 0;
  return (key) => {
    const name = keyOf(key);
    const known = kept.get(name);
    const samples = known === undefined ? decode(key) : known;
    kept.delete(name);
    kept.set(name, samples);
    if (known === undefined) bytes += samples?.byteLength ?? 0;
    for (const [oldest, unused] of kept) {
      if (bytes <= limitBytes || oldest === name) break;
      kept.delete(oldest);
      bytes -= unused?.byteLength ?? 0;
    }
    return samples;
  };
}
