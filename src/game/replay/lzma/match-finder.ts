import { maxMatch } from './model.ts';

export interface MatchFinder {
  /** The longest earlier copy of what stands at `at`; length 0: none of at least three bytes. Ask in order. */
  longestMatchAt(at: number): { length: number; distance: number };
  /** How far the bytes at `at` go on like those `distance` before. */
  lengthAt(at: number, distance: number): number;
}

/** How many candidates are looked at: more find a little, and cost as much again. */
const maxTries = 16;
const hashBits = 16;

/** Finds repetitions by chains of the places whose next three bytes have the same hash. */
export function createMatchFinder(bytes: Uint8Array, windowBytes: number): MatchFinder {
  const newest = new Int32Array(1 << hashBits).fill(-1);
  // A ring as long as the window: what has left it is out of reach anyway.
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
        // A copy that is longer goes on at least where the best one ends.
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
