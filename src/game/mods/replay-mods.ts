import { firstLazerVersion, type LazerMod, type Replay } from '../replay/index.ts';
import { acronymsOfBits, inDisplayOrder } from './bitmask.ts';
import { conflictsAmong } from './conflicts.ts';
import { conversionModsOf } from './conversion-mods.ts';
import { funModsOf } from './fun-mods.ts';
import { type ModSettings, readModSettings } from './mod-settings.ts';
import {
  type AdaptiveSpeed,
  type ClassicRules,
  type DifficultyChange,
  type Flashlight,
  hasMod,
  type Mods,
  type RateRamp,
} from './mods.ts';
import { motionModsOf } from './motion-mods.ts';

/** The mods of a replay, and the rules (stable or lazer) that judge it. */
export function modsOf({ header, scoreInfo }: Pick<Replay, 'header' | 'scoreInfo'>): Mods {
  if (header.version < firstLazerVersion) return stableMods(header.modBits);
  // The first lazer files have no list of mods, only the bits.
  if (scoreInfo === null) return lazerMods(withoutSettings(header.modBits));
  // Lazer marks a score that it imported from stable like this; stable's rules apply.
  if (
    'legacy_combo_increase' in scoreInfo.maximumStatistics &&
    scoreInfo.mods.some(({ acronym }) => acronym === 'CL')
  ) {
    return stableMods(header.modBits);
  }
  return lazerMods(scoreInfo.mods);
}

/** The mods of a stable replay, which have no settings. */
export function stableMods(modBits: number): Mods {
  const mods = modsFrom('stable', withoutSettings(modBits));
  // Stable's Mirror bit belongs to osu!mania; only HR mirrors.
  return { ...mods, mirror: { horizontally: false, vertically: hasMod(mods, 'HR') } };
}

function withoutSettings(modBits: number): LazerMod[] {
  return acronymsOfBits(modBits).map((acronym) => ({ acronym, settings: {} }));
}

/** The mods of a lazer replay. */
export function lazerMods(mods: readonly LazerMod[]): Mods {
  return modsFrom('lazer', mods);
}

function modsFrom(rules: 'stable' | 'lazer', list: readonly LazerMod[]): Mods {
  const acronyms = inDisplayOrder(list.map(({ acronym }) => acronym));
  const settings = new Map(list.map((mod) => [mod.acronym, readModSettings(mod)]));
  const audio = audioOf(rules, settings);
  const reflection = settings.get('MR')?.choice('reflection', ['horizontal', 'vertical', 'both']);
  return {
    rules,
    acronyms,
    clockRate: rateOf(settings),
    ramp: rampOf(settings),
    adaptiveSpeed: adaptiveSpeedOf(settings.get('AS')),
    audio,
    difficulty: difficultyOf(settings),
    mirror: {
      horizontally: reflection === 'horizontal' || reflection === 'both',
      // Mirroring twice has no effect.
      vertically: settings.has('HR') !== (reflection === 'vertical' || reflection === 'both'),
    },
    extraLives: settings.get('EZ')?.number('retries', { default: 2, min: 0, max: 10 }) ?? 0,
    classic: classicOf(settings.get('CL')),
    hidden: hiddenOf(settings.get('HD')),
    flashlight: flashlightOf(settings.get('FL')),
    conversion: conversionModsOf(settings),
    fun: funModsOf(settings),
    motion: motionModsOf(settings),
    changedSettings: list.filter((mod) => Object.keys(mod.settings).length > 0).map(({ acronym }) => acronym),
    conflicts: conflictsAmong(acronyms),
  };
}

type SettingsByMod = ReadonlyMap<string, ModSettings>;

const faster = { default: 1.5, min: 1.01, max: 2 };
const slower = { default: 0.75, min: 0.5, max: 0.99 };

/** The ranges of lazer's settings for Wind Up and Wind Down. */
const ramps = {
  WU: { initial: { default: 1, min: 0.5, max: 1.99 }, final: { default: 1.5, min: 0.51, max: 2 } },
  WD: { initial: { default: 1, min: 0.51, max: 2 }, final: { default: 0.75, min: 0.5, max: 1.99 } },
} as const;

function rampOf(mods: SettingsByMod): RateRamp | null {
  for (const acronym of ['WU', 'WD'] as const) {
    const mod = mods.get(acronym);
    if (!mod) continue;
    return {
      initial: mod.number('initial_rate', ramps[acronym].initial),
      final: mod.number('final_rate', ramps[acronym].final),
      adjustsPitch: mod.boolean('adjust_pitch', true),
    };
  }
  return null;
}

function adaptiveSpeedOf(mod: ModSettings | undefined): AdaptiveSpeed | null {
  if (!mod) return null;
  return {
    initialRate: mod.number('initial_rate', { default: 1, min: 0.5, max: 2 }),
    adjustsPitch: mod.boolean('adjust_pitch', true),
  };
}

function rateOf(mods: SettingsByMod): number {
  const ramp = rampOf(mods);
  if (ramp) return (ramp.initial + ramp.final) / 2;
  const adaptive = adaptiveSpeedOf(mods.get('AS'));
  if (adaptive) return adaptive.initialRate;
  const up = mods.get('NC') ?? mods.get('DT');
  const down = mods.get('DC') ?? mods.get('HT');
  return (up?.number('speed_change', faster) ?? 1) * (down?.number('speed_change', slower) ?? 1);
}

/** NC and DC always change the pitch by 1.5 and 0.75, regardless of speed; DT and HT only if their setting says so. */
function audioOf(rules: Mods['rules'], mods: SettingsByMod): Mods['audio'] {
  const rate = rateOf(mods);
  const fixed = mods.has('NC') ? faster.default : mods.has('DC') ? slower.default : null;
  if (fixed !== null) return { frequency: fixed, tempo: rate / fixed };
  const pitched = rules === 'lazer' && (mods.get('DT') ?? mods.get('HT'))?.boolean('adjust_pitch', false);
  return pitched ? { frequency: rate, tempo: 1 } : { frequency: 1, tempo: rate };
}

function difficultyOf(mods: SettingsByMod): DifficultyChange {
  const adjust = mods.get('DA');
  if (adjust) {
    const extended = adjust.boolean('extended_limits', false);
    const range = { min: 0, max: extended ? 11 : 10 };
    return {
      kind: 'adjusted',
      cs: adjust.optionalNumber('circle_size', range),
      ar: adjust.optionalNumber('approach_rate', { min: extended ? -10 : 0, max: range.max }),
      od: adjust.optionalNumber('overall_difficulty', range),
      hp: adjust.optionalNumber('drain_rate', range),
    };
  }
  return { kind: mods.has('HR') ? 'hard-rock' : mods.has('EZ') ? 'easy' : 'none' };
}

function classicOf(mod: ModSettings | undefined): ClassicRules | null {
  if (!mod) return null;
  return {
    noSliderHeadAccuracy: mod.boolean('no_slider_head_accuracy', true),
    noteLock: mod.boolean('classic_note_lock', true),
    alwaysPlayTailSample: mod.boolean('always_play_tail_sample', true),
    fadeHitCircleEarly: mod.boolean('fade_hit_circle_early', true),
    health: mod.boolean('classic_health', true),
  };
}

function hiddenOf(mod: ModSettings | undefined): Mods['hidden'] {
  return mod ? { onlyApproachCircles: mod.boolean('only_fade_approach_circles', false) } : null;
}

function flashlightOf(mod: ModSettings | undefined): Flashlight | null {
  if (!mod) return null;
  return {
    followDelayMs: mod.number('follow_delay', { default: 120, min: 120, max: 1200 }),
    size: mod.number('size_multiplier', { default: 1, min: 0.5, max: 2 }),
    shrinksWithCombo: mod.boolean('combo_based_size', true),
  };
}
