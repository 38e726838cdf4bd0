export { acronymsOfBits, bitsOfAcronyms, formatMods } from './bitmask.ts';
export { applyDifficultyMods } from './difficulty.ts';
export type { FunMods } from './fun-mods.ts';
export { modLabel } from './mod-label.ts';
export type { ClassicRules, DifficultyChange, Flashlight, ModConflict, Mods, RateRamp } from './mods.ts';
export { hasMod } from './mods.ts';
export { lazerMods, modsOf, stableMods } from './replay-mods.ts';
export { lazerMultiplier, stableMultiplier } from './score-multiplier.ts';
export { requireSupportedMods, unshownModNotes } from './supported-mods.ts';
