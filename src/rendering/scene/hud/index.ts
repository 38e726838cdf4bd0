export { displayedTexts } from './displayed-texts.ts';
export { areResultsVisible, createHud, drawHud, drawResults, drawWarning, type Hud, isWarningVisible } from './hud.ts';
export { seizureWarningMs } from './overlays/seizure-warning.ts';
