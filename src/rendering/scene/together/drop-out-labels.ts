import type { Millis, OsuPoint, Rgb } from '../../../game/units.ts';
import { outQuad, progressBetween } from '../animation/easing.ts';
import { cursorAt } from '../cursor/cursor-path.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import { textWidth } from '../display-list/text.ts';
import { fitName } from '../hud/fit-name.ts';
import { formatPlace, formatTime } from '../hud/format-numbers.ts';
import { drawLabel, drawSharpBox, type Ui } from '../hud/ui.ts';
import type { SceneInput } from '../scene-input.ts';
import { playerColour } from './player-colours.ts';

/** Name, place and time of a player who drops out, where it happens. */
export interface DropOutLabel {
  readonly time: Millis;
  readonly at: OsuPoint;
  readonly name: string;
  readonly detail: string;
  readonly colour: Rgb;
  /** Players who drop out close together are listed below each other. */
  readonly line: number;
}

/** Real milliseconds. */
const visibleMs = 2000;
const fadeMs = 500;
const riseMs = 300;
const rise = 14;
const lineHeight = 50;
const maxLines = 6;
const nearby = 90;
const size = { name: 24, detail: 17, maxWidth: 300 };
const black: Rgb = { r: 0, g: 0, b: 0 };
const red: Rgb = { r: 255, g: 150, b: 150 };

/** Prepares the labels, by time; there are none without a knockout. */
export function createDropOutLabels({ together, play }: SceneInput): readonly DropOutLabel[] {
  const knockout = together?.knockout;
  if (!knockout) return [];
  const drops = together.tracks.flatMap((track, player) => {
    const dropOut = knockout.dropOuts[player];
    if (!dropOut) return [];
    const place = formatPlace(knockout.places[player] ?? 0);
    return [
      {
        time: dropOut.time,
        at: cursorAt(track.frames, dropOut.time) ?? { x: 256, y: 192 },
        name: track.name,
        detail: `${place} place · out at ${formatTime(dropOut.time)}`,
        colour: playerColour(player),
      },
    ];
  });
  const labels: DropOutLabel[] = [];
  const length = visibleMs * play.map.clockRate;
  for (const drop of drops.sort((a, b) => a.time - b.time)) {
    const beside = labels.filter(
      ({ time, at }) => drop.time - time < length && Math.hypot(at.x - drop.at.x, at.y - drop.at.y) < nearby,
    );
    const first = beside[0];
    const taken = new Set(beside.map(({ line }) => line));
    let line = 0;
    while (taken.has(line)) line++;
    labels.push({ ...drop, at: first?.at ?? drop.at, line });
  }
  return labels;
}

/** Draws the labels of the last two seconds. */
export function drawDropOutLabels(list: DisplayList, ui: Ui, labels: readonly DropOutLabel[], t: Millis): void {
  const rate = ui.clockRate;
  for (const { time, at, name, detail, colour, line } of labels) {
    if (t < time || t >= time + visibleMs * rate || line >= maxLines) continue;
    const alpha =
      progressBetween(t, time, time + 100 * rate) *
      (1 - progressBetween(t, time + (visibleMs - fadeMs) * rate, time + visibleMs * rate));
    const { viewport } = ui;
    const screen = viewport.toScreen(at);
    const up = rise * outQuad(progressBetween(t, time, time + riseMs * rate));
    const x = Math.min(Math.max(screen.x / viewport.uiPx, 150), viewport.uiWidth - 150);
    const above = screen.y / viewport.uiPx - 40 - up;
    const y = Math.min(Math.max(above, 60), viewport.uiHeight - lineHeight * maxLines) + line * lineHeight;
    const fitted = fitName(ui, name, { size: size.name, maxWidth: size.maxWidth });
    const widest = Math.max(
      textWidth(ui.typeface, fitted.text) * fitted.size,
      textWidth(ui.typeface, detail) * size.detail,
    );
    const box = { x: x - widest / 2 - 10, y: y - 24, width: widest + 20, height: lineHeight - 2 };
    drawSharpBox(list, ui, box, { colour: black, alpha: 0.65 * alpha });
    drawLabel(list, ui, fitted.text, { x, y, size: fitted.size, align: 'centre', colour, alpha, shadow: false });
    drawLabel(list, ui, detail, {
      x,
      y: y + 19,
      size: size.detail,
      align: 'centre',
      colour: red,
      alpha,
      shadow: false,
    });
  }
}
