import type { Mods } from './mods.ts';

/** The four difficulty values that mods change. */
export interface DifficultyValues {
  readonly hp: number;
  readonly cs: number;
  readonly od: number;
  readonly ar: number;
}

/**
 * Applies mods to a map's difficulty. DT and HT change nothing here: hit windows and approach times are in song time.
 * Stable multiplies doubles, lazer 32-bit floats; the resulting whole milliseconds can differ by one.
 */
export function applyDifficultyMods<D extends DifficultyValues>(
  difficulty: D,
  mods: Pick<Mods, 'rules' | 'difficulty' | 'conversion'>,
): D {
  const { targetPractice } = mods.conversion;
  if (targetPractice === null) return changeDifficulty(difficulty, mods);
  // Target Practice halves the approach rate, before or after other mods change it.
  const halve = (values: D): D => ({ ...values, ar: Math.fround(values.ar / 2) });
  return targetPractice.halvesApproachRateFirst
    ? changeDifficulty(halve(difficulty), mods)
    : halve(changeDifficulty(difficulty, mods));
}

function changeDifficulty<D extends DifficultyValues>(difficulty: D, mods: Pick<Mods, 'rules' | 'difficulty'>): D {
  const change = mods.difficulty;
  const multiply = mods.rules === 'stable' ? (a: number, b: number) => a * b : multiplyFloats;
  const { hp, cs, od, ar } = difficulty;
  switch (change.kind) {
    case 'none':
      return difficulty;
    case 'hard-rock':
      return {
        ...difficulty,
        hp: Math.min(10, multiply(hp, 1.4)),
        cs: Math.min(10, multiply(cs, 1.3)),
        od: Math.min(10, multiply(od, 1.4)),
        ar: Math.min(10, multiply(ar, 1.4)),
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

function multiplyFloats(a: number, b: number): number {
  return Math.fround(a * Math.fround(b));
}
