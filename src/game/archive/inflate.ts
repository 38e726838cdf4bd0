import { Inflate as InflateStream } from 'fflate';

/** Inflates a stream; null as soon as it exceeds `maxBytes`. Throws if the stream is broken. */
export type Inflate = (compressed: Uint8Array, maxBytes: number) => Uint8Array | null;

/** The highest compression ratio of deflate. */
const maxDeflateRatio = 1032;

/** The largest size that a deflate stream can inflate to; a larger declared size must not be allocated. */
export function maxInflatedBytes(compressedBytes: number): number {
  return compressedBytes * maxDeflateRatio;
}

/** Small steps keep the output beyond the limit small. */
const stepBytes = 16 * 1024;

/** Inflates in JavaScript, on any platform. */
export const inflate: Inflate = (compressed, maxBytes) => {
  const inflated = new Uint8Array(maxBytes);
  let length = 0;
  const stream = new InflateStream((chunk) => {
    if (length + chunk.length <= maxBytes) inflated.set(chunk, length);
    length += chunk.length;
  });
  for (let at = 0; at < compressed.length && length <= maxBytes; at += stepBytes) {
    stream.push(compressed.subarray(at, at + stepBytes), at + stepBytes >= compressed.length);
  }
  return length > maxBytes ? null : inflated.subarray(0, length);
};
