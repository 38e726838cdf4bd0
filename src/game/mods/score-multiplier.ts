import type { DifficultyValues } from './difficulty.ts';
import { hasMod, type Mods } from './mods.ts';

/** Stable's score multiplier: that of ScoreV2 with the mod V2, otherwise that of ScoreV1. */
export function stableMultiplier(mods: Mods): number {
  const table = hasMod(mods, 'V2') ? scoreV2Factors : scoreV1Factors;
  return mods.acronyms.reduce((product, acronym) => product * (table[acronym] ?? 1), 1);
}

// The factors of both tables are those of OsuLegacyScoreSimulator in ppy/osu@063623b.
const scoreV1Factors: Readonly<Record<string, number>> = {
  NF: 0.5,
  EZ: 0.5,
  HT: 0.3,
  HD: 1.06,
  HR: 1.06,
  DT: 1.12,
  NC: 1.12,
  FL: 1.12,
  SO: 0.9,
  RX: 0,
  AP: 0,
};

const scoreV2Factors: Readonly<Record<string, number>> = { ...scoreV1Factors, NF: 1, HR: 1.1, DT: 1.2, NC: 1.2 };

/** From this version on, lazer uses its second set of multipliers. */
const firstSecondSetVersion = 30000017;

/** Lazer's score multiplier. `original` is the map's difficulty without mods. */
export function lazerMultiplier(mods: Mods, play: { version: number; original: DifficultyValues }): number {
  const factors = play.version < firstSecondSetVersion ? firstFactorSet(mods) : secondFactorSet(mods, play.original);
  return mods.acronyms.reduce((product, acronym) => product * (factors[acronym] ?? 1), 1);
}

/** The factors of OsuScoreMultiplierCalculatorV1 in ppy/osu@85ee161. */
function firstFactorSet(mods: Mods): Record<string, number> {
  const tenths = Math.trunc(mods.clockRate * 10) / 10;
  const faster = 1 + (tenths - 1) / 5;
  const slower = 0.6 + (tenths - 1);
  return {
    EZ: 0.5,
    NF: 0.5,
    HT: slower,
    DC: slower,
    DT: faster,
    NC: faster,
    HR: 1.06,
    HD: mods.changedSettings.includes('HD') ? 1 : 1.06,
    FL: mods.changedSettings.includes('FL') ? 1 : 1.12,
    BL: 1.12,
    DA: 0.5,
    CL: 0.96,
    RX: 0.1,
    AP: 0.1,
    SO: 0.9,
    SY: 0.8,
    WU: 0.5,
    WD: 0.5,
    TP: 0.1,
    AS: 0.5,
  };
}

/** The factors of OsuScoreMultiplierCalculatorV2 in ppy/osu@d8bf959. */
function secondFactorSet(mods: Mods, original: DifficultyValues): Record<string, number> {
  const faster = fasterFactor(mods.clockRate);
  const slower = slowerFactor(mods.clockRate);
  // Blinds replaces the multipliers of Hidden and Traceable.
  const blinds = hasMod(mods, 'BL');
  return {
    EZ: Math.max(0.4, 0.8 - 0.1 * Math.max(0, mods.extraLives - 2)),
    NF: 0.5,
    HT: slower,
    DC: slower,
    DT: faster,
    NC: faster,
    HR: 1.09,
    HD: blinds ? 1 : hiddenFactor(mods),
    TC: blinds ? 1 : 1.02,
    FL: flashlightFactor(mods),
    BL: 1.24,
    DA: adjustedFactor(mods, original),
    CL: mods.classic?.noteLock ? 0.985 : 0.96,
    AD: 0.7,
    RX: 0.1,
    AP: 0.1,
    SO: 0.95,
    SY: 0.99,
    WU: rampFactor(mods),
    WD: rampFactor(mods),
    TP: 0.01,
    AS: 0.1,
    RD: 0.7,
  };
}

function fasterFactor(rate: number): number {
  const tenths = Math.trunc(rate * 10) / 10;
  return (tenths - 1) * 0.46 + 1 - (tenths === 1 || tenths === 1.5 ? 0 : 0.01);
}

function slowerFactor(rate: number): number {
  return (Math.trunc(rate * 20) / 20) * 1.4 - 0.5;
}

/** Mods that show when to hit an object by its size or movement make Hidden easier. */
function hiddenFactor(mods: Mods): number {
  const showsTimes = ['WG', 'GR', 'DF', 'RP', 'DP'].some((acronym) => hasMod(mods, acronym));
  return 1.04 - (mods.hidden?.onlyApproachCircles ? 0.02 : 0) - (showsTimes ? 0.02 : 0);
}

/** The slower of the two rates has more weight. */
function rampFactor({ ramp }: Mods): number {
  if (ramp === null) return 1;
  const factorOf = (rate: number) => (rate < 1 ? slowerFactor(rate) : fasterFactor(rate));
  const slow = factorOf(Math.min(ramp.initial, ramp.final));
  const fast = factorOf(Math.max(ramp.initial, ramp.final));
  return 0.8 * slow + 0.2 * fast;
}

function flashlightFactor(mods: Mods): number {
  const { flashlight } = mods;
  if (!flashlight) return 1;
  const bySize = Math.min(1.2, Math.max(1.02, 1.2 - 0.2 * (flashlight.size - 1)));
  const byCombo = flashlight.shrinksWithCombo ? bySize : 1 + (bySize - 1) / 5;
  return hasMod(mods, 'FR') ? 1 + (byCombo - 1) / 2 : byCombo;
}

function adjustedFactor(mods: Mods, original: DifficultyValues): number {
  const change = mods.difficulty;
  if (change.kind !== 'adjusted') return 1;
  const factors = (['cs', 'hp', 'od', 'ar'] as const).map((value) =>
    Math.max(0.1, 1 - 0.5 * Math.abs((change[value] ?? original[value]) - original[value])),
  );
  return Math.max(
    0.1,
    factors.reduce((product, factor) => product * factor, 1),
  );
}
