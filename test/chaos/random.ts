import { randomInt } from 'node:crypto';

/** Chance that can be repeated: the same seed gives the same numbers. */
export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** Told on the screen, so that a run that failed can be had again with CHAOS_SEED. */
export function seededRandom(): Random {
  const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));
  console.log(`CHAOS_SEED=${seed}`);
  return randomOf(seed);
}

function randomOf(seed: number): Random {
  let state = seed;
  /** A counter whose bits are stirred: quick, and even enough for kills. */
  function next(): number {
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  }
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick,
    shuffle(items) {
      const left = [...items];
      return items.map(() => left.splice(Math.floor(next() * left.length), 1)[0]!);
    },
  };
}
