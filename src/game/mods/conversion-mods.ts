import type { ModSettings } from './mod-settings.ts';

/** The mods of lazer that place objects anew, by a seed; null for a mod that is off or whose seed is not stored. */
export interface ConversionMods {
  readonly random: RandomSettings | null;
  readonly targetPractice: TargetPractice | null;
}

/** The settings of the Random mod. */
export interface RandomSettings {
  readonly seed: number;
  /** 1 to 10: how sharp the angles between jumps are. */
  readonly angleSharpness: number;
}

/** The settings of lazer's Target Practice. */
export interface TargetPractice {
  readonly seed: number;
  readonly circlesPerBeat: number;
  readonly metronome: boolean;
  /** Mods apply in the order of the replay's list: whether it halves the approach rate before other mods change it. */
  readonly halvesApproachRateFirst: boolean;
}

const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** Reads the settings of the mods that place objects anew; the mods are in the order of the replay's list. */
export function conversionModsOf(mods: ReadonlyMap<string, ModSettings>): ConversionMods {
  return { random: randomOf(mods.get('RD')), targetPractice: targetPracticeOf(mods) };
}

function randomOf(mod: ModSettings | undefined): RandomSettings | null {
  const seed = seedOf(mod);
  if (mod === undefined || seed === null) return null;
  const angleSharpness = Math.fround(mod.number('angle_sharpness', { default: 7, min: 1, max: 10 }));
  return { seed, angleSharpness };
}

function targetPracticeOf(mods: ReadonlyMap<string, ModSettings>): TargetPractice | null {
  const mod = mods.get('TP');
  const seed = seedOf(mod);
  if (mod === undefined || seed === null) return null;
  const order = [...mods.keys()];
  const firstOf = (acronyms: readonly string[]) => order.findIndex((acronym) => acronyms.includes(acronym));
  return {
    seed,
    circlesPerBeat: Math.round(mod.number('beat_length_divisor', { default: 1, min: 1, max: 4 })),
    metronome: mod.boolean('metronome', true),
    halvesApproachRateFirst: firstOf(['TP']) < firstOf(['EZ', 'HR', 'DA']),
  };
}

function seedOf(mod: ModSettings | undefined): number | null {
  const seed = mod?.optionalNumber('seed', int32) ?? null;
  return seed === null ? null : Math.trunc(seed);
}
