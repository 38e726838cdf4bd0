import type { Millis, Rgb } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { drawLabel, drawScreen, drawSharpBox, type Ui } from '../ui.ts';

/** How long the warning stays before the show begins, in real milliseconds. */
export const seizureWarningMs = 5000;

const fadeMs = 500;
const black: Rgb = { r: 0, g: 0, b: 0 };
const amber: Rgb = { r: 255, g: 190, b: 60 };
const quiet: Rgb = { r: 200, g: 200, b: 205 };
const lines = [
  'This video may contain flashing lights and quickly changing patterns.',
  'Viewer discretion is advised.',
];

/** A dark screen with a word to those whom flashing lights can hurt, until the show starts. */
export function drawSeizureWarning(list: DisplayList, ui: Ui, starts: Millis, t: Millis): void {
  const since = (t - starts) / ui.clockRate + seizureWarningMs;
  const alpha = Math.min(
    progressBetween(since, 0, fadeMs),
    1 - progressBetween(since, seizureWarningMs - fadeMs, seizureWarningMs),
  );
  const x = ui.viewport.uiWidth / 2;
  const y = ui.viewport.uiHeight / 2;
  drawScreen(list, ui, { colour: black });
  drawLabel(list, ui, 'Photosensitivity warning', { x, y: y - 40, size: 48, align: 'centre', colour: amber, alpha });
  drawSharpBox(list, ui, { x: x - 60, y: y - 10, width: 120, height: 3 }, { colour: amber, alpha });
  for (const [i, line] of lines.entries()) {
    drawLabel(list, ui, line, { x, y: y + 42 + i * 36, size: 24, align: 'centre', colour: quiet, alpha });
  }
}
