export { acronymsOfBits, bitsOfAcronyms, writtenMods } from './bitmask.ts';
export { applyDifficultyMods } from './difficulty.ts';
export type { FunMods } from './fun-mods.ts';
export { modLabel } from './mod-label.ts';
export type { ClassicRules, DifficultyChange, Flashlight, ModConflict, Mods, RateRamp } from './mods.ts';
export { hasMod } from './mods.ts';
export { lazerMods, modsOf, stableMods } from './mods-of.ts';
export { modNotes, requireReplayable } from './replayable.ts';
export { lazerMultiplier, stableMultiplier } from './score-multiplier.ts';
