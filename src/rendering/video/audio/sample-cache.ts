/** The size of the cache: about three minutes of sound. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** Decodes each sound on first use, and drops the least recently used ones when the cache is full. */
export function createSampleCache<Key>(
  decode: (key: Key) => Float32Array | null,
  keyOf: (key: Key) => string,
  maxBytes = defaultMaxBytes,
): (key: Key) => Float32Array | null {
  // A map keeps insertion order: each use moves an entry to the end.
  const cache = new Map<string, Float32Array | null>();
  let bytes = 0;
  return (key) => {
    const name = keyOf(key);
    const cached = cache.get(name);
    const samples = cached === undefined ? decode(key) : cached;
    cache.delete(name);
    cache.set(name, samples);
    if (cached === undefined) bytes += samples?.byteLength ?? 0;
    for (const [oldest, unused] of cache) {
      if (bytes <= maxBytes || oldest === name) break;
      cache.delete(oldest);
      bytes -= unused?.byteLength ?? 0;
    }
    return samples;
  };
}
