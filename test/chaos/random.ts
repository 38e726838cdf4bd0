import { randomInt } from 'node:crypto';

/** A seeded random number generator: the same seed yields the same numbers. */
export interface Random {
  readonly seed: number;
  /** From 0 inclusive to 1 exclusive. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** Prints its seed, so that CHAOS_SEED can repeat a failed run. */
export function seededRandom(): Random {
  const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));
  console.log(`CHAOS_SEED=${seed}`);
  return randomOf(seed);
}

/** The generator of one seed. */
export function randomOf(seed: number): Random {
  let state = seed;
  /** A counter with mixed bits: fast, and uniform enough to choose victims. */
  function next(): number {
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  }
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  return {
    seed,
    next,
    between: (low, high) => low + next() * (high - low),
    pick,
    shuffle(items) {
      const left = [...items];
      return items.map(() => left.splice(Math.floor(next() * left.length), 1)[0]!);
    },
  };
}
