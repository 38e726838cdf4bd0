export { wordsOf } from './displayed-texts.ts';
export { createHud, drawHud, drawPrelude, drawResults, type Hud, hasPrelude, hasResults } from './hud.ts';
export { seizureWarningMs } from './overlays/seizure-warning.ts';
