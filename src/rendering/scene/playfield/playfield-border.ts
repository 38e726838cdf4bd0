import type { Rgb } from '../../../game/units.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { Viewport } from '../viewport.ts';
import type { PlayfieldContext } from './playfield-context.ts';

const white: Rgb = { r: 255, g: 255, b: 255 };
const thickness = 1.5;
const alpha = 0.35;

/** Draws a line around the 512×384 playfield, on whole pixels and outside it, or rotated with the playfield. */
export function drawPlayfieldBorder(list: DisplayList, { viewport, barrelRoll }: PlayfieldContext): void {
  if (barrelRoll === null) drawStraight(list, viewport);
  else drawRotatable(list, viewport);
}

/** A line that can be rotated: rectangles cannot. */
function drawRotatable(list: DisplayList, viewport: Viewport): void {
  const corners = [
    { x: 0, y: 0 },
    { x: 512, y: 0 },
    { x: 512, y: 384 },
    { x: 0, y: 384 },
    { x: 0, y: 0 },
  ];
  const path = corners.map((corner) => viewport.toScreen(corner));
  const radiusPx = (thickness * viewport.osuPx) / 2;
  const body = { path, radiusPx, border: white, outer: white, inner: white, trackAlpha: 1 };
  list.body(body, { from: 0, to: 1, alpha });
}

function drawStraight(list: DisplayList, viewport: Viewport): void {
  const corner = viewport.toScreen({ x: 0, y: 0 });
  const opposite = viewport.toScreen({ x: 512, y: 384 });
  const line = Math.max(1, Math.round(thickness * viewport.osuPx));
  const [left, top] = [Math.round(corner.x) - line, Math.round(corner.y) - line];
  const [right, bottom] = [Math.round(opposite.x), Math.round(opposite.y)];
  const look = { colour: white, alpha };
  list.fill({ left, top, width: right + line - left, height: line }, look);
  list.fill({ left, top: bottom, width: right + line - left, height: line }, look);
  // The horizontal lines include the corners: drawn twice, they would be brighter.
  const side = { top: top + line, width: line, height: bottom - top - line };
  list.fill({ left, ...side }, look);
  list.fill({ left: right, ...side }, look);
}
