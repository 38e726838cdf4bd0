import type { Mods } from '../../../../game/mods/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import { digitsHeight, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';

/** The score at the top right. */
export interface ScoreCounter {
  readonly font: SizedFont | null;
  readonly rolling: SmoothedValue;
  readonly digits: number;
  readonly draw: CachedDraw<DigitsState>;
}

/** The state of a line of digits. */
export interface DigitsState {
  readonly ui: Ui;
  readonly font: SizedFont | null;
  readonly text: string;
}

/** The scale of the score's font. */
export const scoreScale = 0.96;
/** The distance of score and accuracy from the right edge, in skin pixels. */
export const scoreMargin = 9.6;

/** Prepares the score counter. */
export function createScoreCounter({ play, mods, pictures }: SceneInput): ScoreCounter {
  const { times, score } = play.totals;
  return {
    font: pictures.font('score'),
    rolling: createSmoothedValue({ initial: 0, times, values: score }, { up: 0.75, clockRate: play.map.clockRate }),
    digits: scoreDigits(mods),
    draw: cacheLast(drawDigitsLine),
  };
}

/** The minimum number of digits: lazer scores rarely exceed a million, stable's have no limit. */
export function scoreDigits({ rules }: Mods): number {
  return rules === 'lazer' ? 6 : 8;
}

/** Draws the score, padded with zeros. */
export function drawScoreCounter(
  list: DisplayList,
  ui: Ui,
  { font, rolling, digits, draw }: ScoreCounter,
  t: Millis,
): void {
  draw(list, { ui, font, text: String(Math.round(smoothedAt(rolling, t))).padStart(digits, '0') });
}

function drawDigitsLine(list: DisplayList, { ui, font, text }: DigitsState): void {
  drawDigits(list, font, text, {
    at: ui.viewport.ui(ui.viewport.uiWidth - scoreMargin, (digitsHeight(font) * scoreScale) / 2),
    align: 'right',
    scale: scoreScale * ui.viewport.uiPx,
    fixedWidth: true,
    still: true,
  });
}
