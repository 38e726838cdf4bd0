import { Inflate } from 'fflate';
import { Failure } from '../../failure.ts';

/** No deflate stream can do better than this, so a larger declared size is a lie told to make us allocate. */
const HIGHEST_RATIO = 1032;

/** Small enough that what one step can produce beyond the allowed size stays small, too. */
const STEP_BYTES = 16 * 1024;

/** Inflates to exactly `size` bytes. A stream that yields more is given up at once, one that yields less is refused. */
export function inflateExactly(compressed: Uint8Array, size: number): Uint8Array {
  if (size > compressed.length * HIGHEST_RATIO) {
    throw new Failure('archive/unreadable', `${compressed.length} bytes cannot inflate to the declared ${size}.`);
  }
  const inflated = new Uint8Array(size);
  let length = 0;
  const stream = new Inflate((chunk) => {
    if (length + chunk.length > size) {
      throw new Failure('archive/too-large', `A member inflates to more than the ${size} bytes it declares.`);
    }
    inflated.set(chunk, length);
    length += chunk.length;
  });

  try {
    for (let at = 0; at < compressed.length; at += STEP_BYTES) {
      stream.push(compressed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= compressed.length);
    }
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('archive/unreadable', `A member does not inflate: ${String(cause)}.`, { cause });
  }
  if (length !== size) {
    throw new Failure('archive/unreadable', `A member inflates to ${length} bytes and declares ${size}.`);
  }
  return inflated;
}
