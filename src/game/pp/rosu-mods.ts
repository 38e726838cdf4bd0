import type { DifficultyArgs } from 'rosu-pp-js';
import { bitsOfAcronyms, type Mods } from '../mods/index.ts';

/**
 * Converts mods to the arguments of rosu-pp-js: bits for stable, acronyms with settings for lazer. The settings are those
 * that judged the play; those in the file may be invalid.
 */
export function rosuMods(mods: Mods): Pick<DifficultyArgs, 'mods' | 'lazer'> {
  if (mods.rules === 'stable') return { mods: bitsOfAcronyms(mods.acronyms), lazer: false };
  return { mods: mods.acronyms.map((acronym) => ({ acronym, settings: settingsOf(acronym, mods) })), lazer: true };
}

function settingsOf(acronym: string, { clockRate, ramp, difficulty, classic }: Mods): Record<string, unknown> {
  switch (acronym) {
    case 'DT':
    case 'NC':
    case 'HT':
    case 'DC':
      return { speed_change: clockRate };
    case 'WU':
    case 'WD':
      return ramp === null ? {} : { initial_rate: ramp.initial, final_rate: ramp.final };
    case 'AS':
      return { initial_rate: clockRate };
    case 'DA':
      return difficulty.kind === 'adjusted' ? adjusted(difficulty) : {};
    case 'CL':
      return { no_slider_head_accuracy: classic?.noSliderHeadAccuracy ?? true };
    default:
      return {};
  }
}

function adjusted(difficulty: Extract<Mods['difficulty'], { kind: 'adjusted' }>): Record<string, number> {
  const settings: Record<string, number> = {};
  if (difficulty.cs !== null) settings.circle_size = difficulty.cs;
  if (difficulty.ar !== null) settings.approach_rate = difficulty.ar;
  if (difficulty.od !== null) settings.overall_difficulty = difficulty.od;
  if (difficulty.hp !== null) settings.drain_rate = difficulty.hp;
  return settings;
}
