import type { Mods } from './mods.ts';

/** The four values that mods change. */
interface Values {
  readonly hp: number;
  readonly cs: number;
  readonly od: number;
  readonly ar: number;
}

/**
 * A map's difficulty under the mods; everything else it holds stays. Rates (DT, HT) change nothing here: windows and
 * approach times are in song time. Stable multiplies as doubles, lazer as 32-bit floats, and the whole milliseconds
 * that come of it can differ by one.
 */
export function applyDifficultyMods<D extends Values>(difficulty: D, mods: Pick<Mods, 'rules' | 'difficulty'>): D {
  const change = mods.difficulty;
  const times = mods.rules === 'stable' ? (a: number, b: number) => a * b : floatTimes;
  const { hp, cs, od, ar } = difficulty;
  switch (change.kind) {
    case 'none':
      return difficulty;
    case 'hard-rock':
      return {
        ...difficulty,
        hp: Math.min(10, times(hp, 1.4)),
        cs: Math.min(10, times(cs, 1.3)),
        od: Math.min(10, times(od, 1.4)),
        ar: Math.min(10, times(ar, 1.4)),
      };
    case 'easy':
      return { ...difficulty, hp: hp / 2, cs: cs / 2, od: od / 2, ar: ar / 2 };
    case 'adjusted':
      return {
        ...difficulty,
        hp: Math.fround(change.hp ?? hp),
        cs: Math.fround(change.cs ?? cs),
        od: Math.fround(change.od ?? od),
        ar: Math.fround(change.ar ?? ar),
      };
  }
}

function floatTimes(a: number, b: number): number {
  return Math.fround(a * Math.fround(b));
}
