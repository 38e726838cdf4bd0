import type { Mods } from '../../../../game/mods/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import { cacheLast, type DrawShown } from '../../display-list/cache-last.ts';
import { digitsHeight, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { DrawnFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';

export interface ScoreCounter {
  readonly font: DrawnFont | null;
  readonly rolling: SmoothedValue;
  readonly digits: number;
  readonly draw: DrawShown<LineShown>;
}

/** A line of the skin's digits. */
export interface LineShown {
  readonly ui: Ui;
  readonly font: DrawnFont | null;
  readonly text: string;
}

/** How large the score's font is drawn, and how far it stays from the right edge. */
export const scoreScale = 0.96;
export const scoreMargin = 9.6;

export function createScore({ play, mods, pictures }: SceneInput): ScoreCounter {
  const { times, score } = play.totals;
  return {
    font: pictures.font('score'),
    rolling: createSmoothedValue({ initial: 0, times, values: score }, { up: 0.75, clockRate: play.map.clockRate }),
    digits: scoreDigits(mods),
    draw: cacheLast(drawLine),
  };
}

/** A lazer score seldom has more than a million; stable's have no end. */
export function scoreDigits({ rules }: Mods): number {
  return rules === 'lazer' ? 6 : 8;
}

export function drawScore(list: DisplayList, ui: Ui, { font, rolling, digits, draw }: ScoreCounter, t: Millis): void {
  draw(list, { ui, font, text: String(Math.round(smoothedAt(rolling, t))).padStart(digits, '0') });
}

function drawLine(list: DisplayList, { ui, font, text }: LineShown): void {
  drawDigits(list, font, text, {
    at: ui.viewport.ui(ui.viewport.uiWidth - scoreMargin, (digitsHeight(font) * scoreScale) / 2),
    align: 'right',
    scale: scoreScale * ui.viewport.uiPx,
    fixedWidth: true,
    still: true,
  });
}
