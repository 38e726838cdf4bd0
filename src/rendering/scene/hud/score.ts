import type { Mods } from '../../../game/mods/index.ts';
import type { Millis } from '../../../game/units.ts';
import { type Chase, chaseAt, createChase } from '../chase.ts';
import { digitsHeight, drawDigits } from '../digits.ts';
import type { DisplayList } from '../display-list.ts';
import type { DrawnFont } from '../pictures.ts';
import { type DrawShown, remembering } from '../remembering.ts';
import type { ShowInput } from '../show.ts';
import type { Ui } from './ui.ts';

export interface ScoreCounter {
  readonly font: DrawnFont | null;
  readonly rolling: Chase;
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

export function createScore({ play, mods, pictures }: ShowInput): ScoreCounter {
  const { times, score } = play.totals;
  return {
    font: pictures.font('score'),
    rolling: createChase({ initial: 0, times, values: score }, { up: 0.75, clockRate: play.map.clockRate }),
    digits: scoreDigits(mods),
    draw: remembering(drawLine),
  };
}

/** A lazer score seldom has more than a million; stable's have no end. */
export function scoreDigits({ rules }: Mods): number {
  return rules === 'lazer' ? 6 : 8;
}

export function drawScore(list: DisplayList, ui: Ui, { font, rolling, digits, draw }: ScoreCounter, t: Millis): void {
  draw(list, { ui, font, text: String(Math.round(chaseAt(rolling, t))).padStart(digits, '0') });
}

function drawLine(list: DisplayList, { ui, font, text }: LineShown): void {
  drawDigits(list, font, text, {
    at: ui.stage.ui(ui.stage.uiWidth - scoreMargin, (digitsHeight(font) * scoreScale) / 2),
    align: 'right',
    scale: scoreScale * ui.stage.uiPx,
    fixedWidth: true,
    still: true,
  });
}
