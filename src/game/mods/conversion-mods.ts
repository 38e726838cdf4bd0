import type { LazerMod } from '../replay/index.ts';
import { type ModSettings, readModSettings } from './mod-settings.ts';

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

/** Reads the settings of the mods that place objects anew. */
export function conversionModsOf(list: readonly LazerMod[]): ConversionMods {
  const settingsOf = (acronym: string) => {
    const mod = list.find((each) => each.acronym === acronym);
    return mod && readModSettings(mod);
  };
  return { random: randomOf(settingsOf('RD')), targetPractice: targetPracticeOf(settingsOf('TP'), list) };
}

function randomOf(mod: ModSettings | undefined): RandomSettings | null {
  const seed = seedOf(mod);
  if (mod === undefined || seed === null) return null;
  const angleSharpness = Math.fround(mod.number('angle_sharpness', { default: 7, min: 1, max: 10 }));
  return { seed, angleSharpness };
}

function targetPracticeOf(mod: ModSettings | undefined, list: readonly LazerMod[]): TargetPractice | null {
  const seed = seedOf(mod);
  if (mod === undefined || seed === null) return null;
  const places = (acronyms: readonly string[]) => list.findIndex(({ acronym }) => acronyms.includes(acronym));
  return {
    seed,
    circlesPerBeat: Math.round(mod.number('beat_length_divisor', { default: 1, min: 1, max: 4 })),
    metronome: mod.boolean('metronome', true),
    halvesApproachRateFirst: places(['TP']) < places(['EZ', 'HR', 'DA']),
  };
}

function seedOf(mod: ModSettings | undefined): number | null {
  const seed = mod?.optionalNumber('seed', int32) ?? null;
  return seed === null ? null : Math.trunc(seed);
}
