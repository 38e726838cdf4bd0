import type { Rgb } from '../../../../game/units.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { textWidth } from '../../display-list/text.ts';
import { fitName } from '../fit-name.ts';
import { drawLabel, drawSharpBox, type Ui } from '../ui.ts';

/** The player of one of several pictures. */
export interface NameTag {
  readonly name: string;
  readonly colour: Rgb;
}

const black: Rgb = { r: 0, g: 0, b: 0 };
/** Below the health bar. */
const box = { y: 66, height: 38, maxWidth: 420 };
const barWidth = 8;
const margin = 12;
const size = 26;

/** Draws the name of the player at the left edge. */
export function drawNameTag(list: DisplayList, ui: Ui, { name, colour }: NameTag): void {
  const { y, height, maxWidth } = box;
  const left = barWidth + margin;
  const fitted = fitName(ui, name, { size, maxWidth: maxWidth - left - margin });
  const width = left + textWidth(ui.typeface, fitted.text) * fitted.size + margin;
  drawSharpBox(list, ui, { x: 0, y, width, height }, { colour: black, alpha: 0.62 });
  drawSharpBox(list, ui, { x: 0, y, width: barWidth, height }, { colour });
  drawLabel(list, ui, fitted.text, { x: left, y: y + 28, size: fitted.size, shadow: false });
}
