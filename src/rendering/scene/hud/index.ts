export { displayedTexts } from './displayed-texts.ts';
export { areResultsVisible, createHud, drawHud, drawResults, drawWarning, type Hud, isWarningVisible } from './hud.ts';
export type { NameTag } from './overlays/name-tag.ts';
export { seizureWarningMs } from './overlays/seizure-warning.ts';
