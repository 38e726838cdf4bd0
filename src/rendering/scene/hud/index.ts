export { createHud, drawHud, drawPrelude, drawResults, type Hud, hasPrelude, hasResults } from './hud.ts';
export { seizureWarningMs } from './seizure-warning.ts';
export { wordsOf } from './words.ts';
