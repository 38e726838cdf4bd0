import type { OrderBy } from '../../../../game/together/index.ts';
import type { Rgb } from '../../../../game/units.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { textWidth } from '../../display-list/text.ts';
import { fitName } from '../fit-name.ts';
import { drawLabel, drawSharpBox, type Ui } from '../ui.ts';

/** The measures of a row, in skin pixels. */
export interface RowStyle {
  readonly kind: 'tall' | 'flat';
  /** From one row to the next. */
  readonly pitch: number;
  readonly width: number;
  readonly height: number;
  readonly nameX: number;
  readonly name: number;
  readonly numbers: number;
}

/** Two lines if there is space for all players, otherwise one. */
export const rowStyles = {
  tall: { kind: 'tall', pitch: 47, width: 252, height: 45, nameX: 46, name: 19, numbers: 17 },
  flat: { kind: 'flat', pitch: 23, width: 266, height: 22, nameX: 42, name: 15, numbers: 15 },
} as const satisfies Record<string, RowStyle>;

/** Everything that decides how a row looks. */
export interface RowState {
  readonly ui: Ui;
  readonly style: RowStyle;
  readonly y: number;
  readonly alpha: number;
  readonly isOwn: boolean;
  readonly name: string;
  readonly place: string;
  readonly colour: Rgb;
  readonly score: string;
  readonly accuracy: string;
  readonly combo: string;
  readonly orderBy: OrderBy;
  /** When the player dropped out; null while playing. */
  readonly out: string | null;
  /** The lives that are left; 0 if they are not shown. */
  readonly lives: number;
}

const black: Rgb = { r: 0, g: 0, b: 0 };
const white: Rgb = { r: 255, g: 255, b: 255 };
const grey: Rgb = { r: 205, g: 205, b: 215 };
const blue: Rgb = { r: 150, g: 215, b: 255 };
const dropped: Rgb = { r: 255, g: 120, b: 120 };
const barWidth = 6;
const margin = 8;
const placeRight = 36;
const pip = { size: 6, gap: 3 };
/** The width of a combo of four digits, in ems, so that the columns stay in place. */
const widestCombo = '8888x';
const gap = 8;

/** The width of a row and of the lives beside it. */
export function widthWithLives({ width }: RowStyle, lives: number): number {
  return lives === 1 ? width : width + 2 * pip.gap + lives * (pip.size + pip.gap);
}

/** Draws the row of one player. */
export function drawStandingsRow(list: DisplayList, row: RowState): void {
  const { ui, style, y, isOwn, colour, out } = row;
  const alpha = row.alpha * (out === null ? 1 : 0.6);
  const { width, height } = style;
  drawSharpBox(list, ui, { x: 0, y, width, height }, { colour: black, alpha: row.alpha * 0.62 });
  if (isOwn) drawSharpBox(list, ui, { x: 0, y, width, height }, { colour: white, alpha: row.alpha * 0.16 });
  drawSharpBox(list, ui, { x: 0, y, width: barWidth, height }, { colour, alpha });
  if (style.kind === 'tall') drawTall(list, row, alpha);
  else drawFlat(list, row, alpha);
  for (let i = 0; i < row.lives; i++) {
    const x = width + pip.gap + i * (pip.size + pip.gap);
    drawSharpBox(list, ui, { x, y: y + (height - pip.size) / 2, width: pip.size, height: pip.size }, { colour, alpha });
  }
}

function drawTall(list: DisplayList, row: RowState, alpha: number): void {
  const { ui, style, y, name, place, score, accuracy, combo, out } = row;
  const right = style.width - margin;
  const [upper, lower] = [y + 19, y + 38];
  const number = { size: style.numbers, alpha, shadow: false } as const;
  const maxWidth = right - style.nameX - textWidth(ui.typeface, '100.00%') * style.numbers - gap;
  const fitted = fitName(ui, name, { size: style.name, maxWidth });
  drawLabel(list, ui, place, { ...number, x: placeRight, y: y + 29, align: 'right', colour: grey });
  drawLabel(list, ui, fitted.text, { x: style.nameX, y: upper, size: fitted.size, alpha, shadow: false });
  drawLabel(list, ui, accuracy, { ...number, x: right, y: upper, align: 'right', colour: grey });
  drawLabel(list, ui, score, { ...number, x: style.nameX, y: lower });
  drawLabel(list, ui, out === null ? combo : `out ${out}`, {
    ...number,
    x: right,
    y: lower,
    align: 'right',
    colour: out === null ? blue : dropped,
  });
}

function drawFlat(list: DisplayList, row: RowState, alpha: number): void {
  const { ui, style, y, name, place, score, accuracy, combo, orderBy, out } = row;
  const right = style.width - margin;
  const baseline = y + 16.5;
  const number = { y: baseline, size: style.numbers, alpha, shadow: false } as const;
  const value = orderBy === 'score' ? score : accuracy;
  const valueRight = right - textWidth(ui.typeface, widestCombo) * style.numbers - gap;
  const maxWidth = valueRight - textWidth(ui.typeface, value) * style.numbers - gap - style.nameX;
  const fitted = fitName(ui, name, { size: style.name, maxWidth });
  drawLabel(list, ui, place, { ...number, x: placeRight, align: 'right', colour: grey });
  drawLabel(list, ui, fitted.text, { x: style.nameX, y: baseline, size: fitted.size, alpha, shadow: false });
  drawLabel(list, ui, value, { ...number, x: valueRight, align: 'right' });
  drawLabel(list, ui, out ?? combo, { ...number, x: right, align: 'right', colour: out === null ? blue : dropped });
}
