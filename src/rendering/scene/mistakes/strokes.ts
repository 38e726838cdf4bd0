import type { Rgb } from '../../../game/units.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';

/** The images of lines and rings, which the scene loader makes: white, so that they can have any colour. */
export const strokeImages = {
  /** A line of a width of one skin pixel and a length of `lineLengths.short`. */
  short: 'stroke/short',
  long: 'stroke/long',
  /** A ring with an outer radius of one skin pixel. */
  ring: 'stroke/ring',
} as const;
/** The lengths of the images of lines, in skin pixels. */
export const lineLengths = { short: 2, long: 16 };
/** The width of the ring's line, as a fraction of its radius. */
export const ringWidth = 0.3;

/** Below this length in pixels, the ends of the long image would be blurred over the whole line. */
const minLongPx = 32;

/** How a stroke is drawn. */
export interface StrokeLook {
  readonly colour: Rgb;
  readonly alpha?: number;
}

/** Draws a straight line. */
export function drawLine(
  list: DisplayList,
  { from, to, widthPx }: { readonly from: ScreenPoint; readonly to: ScreenPoint; readonly widthPx: number },
  { colour: tint, alpha }: StrokeLook,
): void {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const lengthPx = Math.hypot(dx, dy);
  const kind = lengthPx < minLongPx ? 'short' : 'long';
  const look = { scale: lengthPx / lineLengths[kind], scaleY: widthPx, rotation: Math.atan2(dy, dx), tint, alpha };
  list.sprite(strokeImages[kind], { at: { x: from.x + dx / 2, y: from.y + dy / 2 }, ...look });
}

/** Draws a small ring. */
export function drawRing(list: DisplayList, { at, radiusPx }: Disc, { colour: tint, alpha }: StrokeLook): void {
  list.sprite(strokeImages.ring, { at, scale: radiusPx, tint, alpha });
}

/** The place and size of a round shape. */
export interface Disc {
  readonly at: ScreenPoint;
  readonly radiusPx: number;
}

/** Draws a filled circle. */
export function drawDisc(list: DisplayList, { at, radiusPx }: Disc, look: StrokeLook): void {
  list.pie({ at, radiusPx, sweep: 1 }, look);
}
