import { maxMatch } from './model.ts';

/** Finds earlier copies of the bytes at a position. */
export interface MatchFinder {
  /** The longest earlier copy of the bytes at `at`, or length 0 if none has three bytes. Positions must not decrease. */
  longestMatchAt(at: number): { length: number; distance: number };
  /** How many bytes at `at` equal those `distance` bytes earlier. */
  lengthAt(at: number, distance: number): number;
}

/** How many candidates are compared: more would improve the result little at a high cost. */
const maxTries = 16;
const hashBits = 16;

/** Creates a match finder that chains positions whose next three bytes have the same hash. */
export function createMatchFinder(bytes: Uint8Array, windowBytes: number): MatchFinder {
  const newest = new Int32Array(1 << hashBits).fill(-1);
  // A ring buffer as long as the window: older positions are out of reach anyway.
  const older = new Int32Array(Math.min(windowBytes, bytes.length));
  let entered = 0;

  function hashAt(at: number): number {
    const three = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
    return Math.imul(three, 0x9e3779b1) >>> (32 - hashBits);
  }

  function enterUpTo(end: number): void {
    for (; entered < end && entered + 2 < bytes.length; entered++) {
      const hash = hashAt(entered);
      older[entered % older.length] = newest[hash]!;
      newest[hash] = entered;
    }
  }

  function lengthAt(at: number, distance: number): number {
    const limit = Math.min(maxMatch, bytes.length - at);
    let length = 0;
    while (length < limit && bytes[at + length] === bytes[at - distance + length]) length++;
    return length;
  }

  return {
    lengthAt,
    longestMatchAt(at) {
      enterUpTo(at);
      let length = 0;
      let distance = 0;
      if (at + 2 >= bytes.length) return { length, distance };
      let candidate = newest[hashAt(at)]!;
      for (let tries = 0; candidate >= 0 && at - candidate < windowBytes && tries < maxTries; tries++) {
        // A longer copy must match at the byte where the best one ends.
        if (bytes[candidate + length] === bytes[at + length]) {
          const found = lengthAt(at, at - candidate);
          if (found > length) {
            length = found;
            distance = at - candidate;
            if (length === maxMatch) break;
          }
        }
        candidate = older[candidate % older.length]!;
      }
      return length < 3 ? { length: 0, distance: 0 } : { length, distance };
    },
  };
}
