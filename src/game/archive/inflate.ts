import { Inflate as InflateStream } from 'fflate';

/** Inflates to at most so many bytes; null where there are more, which is found out at once. Throws at what is broken. */
export type Inflate = (compressed: Uint8Array, most: number) => Uint8Array | null;

/** No deflate stream can do better than this, so a larger declared size is a lie told to make us allocate. */
const HIGHEST_RATIO = 1032;

export function maxInflatedBytes(compressedBytes: number): number {
  return compressedBytes * HIGHEST_RATIO;
}

/** Small enough that what one step can produce beyond the allowed size stays small, too. */
const STEP_BYTES = 16 * 1024;

/** On any platform. */
export const inflate: Inflate = (compressed, most) => {
  const inflated = new Uint8Array(most);
  let length = 0;
  const stream = new InflateStream((chunk) => {
    if (length + chunk.length <= most) inflated.set(chunk, length);
    length += chunk.length;
  });
  for (let at = 0; at < compressed.length && length <= most; at += STEP_BYTES) {
    stream.push(compressed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= compressed.length);
  }
  return length > most ? null : inflated.subarray(0, length);
};
