import type { Millis, Rgb } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { drawLabel, drawSharpBox, fillScreen, type Ui } from '../ui.ts';

/** The duration of the warning before the scene opens, in real milliseconds. */
export const seizureWarningMs = 5000;

const fadeMs = 500;
const black: Rgb = { r: 0, g: 0, b: 0 };
const amber: Rgb = { r: 255, g: 190, b: 60 };
const grey: Rgb = { r: 200, g: 200, b: 205 };
const lines = [
  'This video may contain flashing lights and quickly changing patterns.',
  'Viewer discretion is advised.',
];

/** Draws a dark screen with a photosensitivity warning, until the scene opens. */
export function drawSeizureWarning(list: DisplayList, ui: Ui, opensAt: Millis, t: Millis): void {
  const since = (t - opensAt) / ui.clockRate + seizureWarningMs;
  const alpha = Math.min(
    progressBetween(since, 0, fadeMs),
    1 - progressBetween(since, seizureWarningMs - fadeMs, seizureWarningMs),
  );
  const x = ui.viewport.uiWidth / 2;
  const y = ui.viewport.uiHeight / 2;
  fillScreen(list, ui, { colour: black });
  drawLabel(list, ui, 'Photosensitivity warning', { x, y: y - 40, size: 48, align: 'centre', colour: amber, alpha });
  drawSharpBox(list, ui, { x: x - 60, y: y - 10, width: 120, height: 3 }, { colour: amber, alpha });
  for (const [i, line] of lines.entries()) {
    drawLabel(list, ui, line, { x, y: y + 42 + i * 36, size: 24, align: 'centre', colour: grey, alpha });
  }
}
