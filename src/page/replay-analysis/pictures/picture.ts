import type { Offset } from '../aim.ts';
import { colourOf } from '../colours.ts';
import type { LegendEntry, Readings } from '../readings.ts';

/** All units are CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Width over height: that of the playfield. */
export const aspectRatio = 4 / 3;

/** A chart that is one picture. */
export interface Picture {
  readonly title: string;
  readonly legend: readonly LegendEntry[];
  /** The main numbers, in short lines. */
  readonly summary: readonly string[];
  readonly readings: Readings;
  readonly paint: (context: CanvasRenderingContext2D, size: Size) => void;
  /** Where the value of a reading is. */
  readonly pointOf: (index: number, size: Size) => Offset;
  /** The reading at a position; null if there is none. */
  readonly indexAt: (point: Offset, size: Size) => number | null;
}

/** Seeking to a moment begins this long before it, in real milliseconds. */
export const leadMs = 1000;

/** The reading whose point is nearest to a position, within the reach of a finger; null if there is none. */
export function nearestReading(
  { count, pointOf }: { readonly count: number; readonly pointOf: Picture['pointOf'] },
  { x, y }: Offset,
  size: Size,
): number | null {
  let nearest: { index: number; distance: number } | null = null;
  for (let index = 0; index < count; index++) {
    const point = pointOf(index, size);
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance <= (nearest?.distance ?? reachPx)) nearest = { index, distance };
  }
  return nearest?.index ?? null;
}

const reachPx = 16;

/** Paints the mark of a miss. */
export function paintCross(context: CanvasRenderingContext2D, { x, y }: Offset, size: number): void {
  context.beginPath();
  context.moveTo(x - size, y - size);
  context.lineTo(x + size, y + size);
  context.moveTo(x + size, y - size);
  context.lineTo(x - size, y + size);
  context.stroke();
}

/** Paints a horizontal and a vertical line through a point, as long as the arms in all four directions. */
export function paintPlus(context: CanvasRenderingContext2D, { x, y }: Offset, arm: number): void {
  context.beginPath();
  context.moveTo(x - arm, y);
  context.lineTo(x + arm, y);
  context.moveTo(x, y - arm);
  context.lineTo(x, y + arm);
  context.stroke();
}

/** Paints a hit circle around the origin, as the background of what is measured from its centre. */
export function paintHitCircle(context: CanvasRenderingContext2D, radius: number): void {
  context.fillStyle = colourOf('--sunken');
  context.strokeStyle = colourOf('--muted');
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

/** Paints the label of an axis. */
export function paintLabel(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, align }: Offset & { readonly align: CanvasTextAlign },
): void {
  context.font = '12px system-ui, sans-serif';
  context.textAlign = align;
  context.fillStyle = colourOf('--muted');
  context.fillText(text, x, y);
}
