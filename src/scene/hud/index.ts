export { createHud, drawEnd, drawHud, type Hud, hasResults } from './hud.ts';
export { wordsOf } from './words.ts';
