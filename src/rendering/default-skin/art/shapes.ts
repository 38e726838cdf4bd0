import { density, type Pen } from './picture.ts';

export type Paint = string | ReturnType<Pen['createRadialGradient']>;

/** Gradient stops: colours by position, 0 to 1. */
export type Stops = readonly (readonly [at: number, colour: string])[];

export function disc(pen: Pen, radius: number, paint: Paint): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.fillStyle = paint;
  pen.fill();
}

export function ring(pen: Pen, [inner, outer]: readonly [number, number], paint: Paint): void {
  arc(pen, { inner, outer, from: 0, to: 1 }, paint);
}

/** An arc of a ring; angles in turns, clockwise from the right. */
export function arc(
  pen: Pen,
  { inner, outer, from, to }: { inner: number; outer: number; from: number; to: number },
  paint: Paint,
): void {
  pen.beginPath();
  pen.arc(0, 0, (inner + outer) / 2, from * 2 * Math.PI, to * 2 * Math.PI);
  pen.lineWidth = outer - inner;
  pen.lineCap = to - from < 1 ? 'round' : 'butt';
  pen.strokeStyle = paint;
  pen.stroke();
}

/** A gradient from the centre (0) to the radius (1). */
export function radial(pen: Pen, radius: number, stops: Stops): Paint {
  return withStops(pen.createRadialGradient(0, 0, 0, 0, 0, radius), stops);
}

/** A gradient from top (0) to bottom (1) over this height, centred. */
export function vertical(pen: Pen, height: number, stops: Stops): Paint {
  return withStops(pen.createLinearGradient(0, -height / 2, 0, height / 2), stops);
}

/** A gradient from left (0) to right (1) over this width, centred. */
export function horizontal(pen: Pen, width: number, stops: Stops): Paint {
  return withStops(pen.createLinearGradient(-width / 2, 0, width / 2, 0), stops);
}

function withStops(gradient: Exclude<Paint, string>, stops: Stops): Paint {
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}

export interface Box {
  readonly width: number;
  readonly height: number;
  readonly corner: number;
}

export function box(pen: Pen, { width, height, corner }: Box, paint: Paint): void {
  pen.beginPath();
  pen.roundRect(-width / 2, -height / 2, width, height, corner);
  pen.fillStyle = paint;
  pen.fill();
}

/** An outline inside the box, so that it does not enlarge it. */
export function boxLine(pen: Pen, { width, height, corner }: Box, thickness: number, paint: Paint): void {
  const inset = thickness / 2;
  pen.beginPath();
  pen.roundRect(-width / 2 + inset, -height / 2 + inset, width - thickness, height - thickness, corner - inset);
  pen.lineWidth = thickness;
  pen.strokeStyle = paint;
  pen.stroke();
}

export function polygon(pen: Pen, points: readonly (readonly [number, number])[]): void {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.closePath();
}

/** An open line with round joins and caps. */
export function line(pen: Pen, points: readonly (readonly [number, number])[], thickness: number, paint: Paint): void {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.lineWidth = thickness;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = paint;
  pen.stroke();
}

/** A four-pointed star; the inner corners are at this fraction of the radius. */
export function sparkle(pen: Pen, radius: number, inner: number, paint: Paint): void {
  polygon(
    pen,
    Array.from({ length: 8 }, (_, i): [number, number] => {
      const reach = i % 2 === 0 ? radius : radius * inner;
      const angle = (i / 8) * 2 * Math.PI;
      return [Math.cos(angle) * reach, Math.sin(angle) * reach];
    }),
  );
  pen.fillStyle = paint;
  pen.fill();
}

/** Draws with a translated origin. */
export function at(pen: Pen, [x, y]: readonly [number, number], draw: () => void): void {
  pen.save();
  pen.translate(x, y);
  draw();
  pen.restore();
}

/** Draws with a soft shadow, or a glow if the colour is bright. */
export function shadowed(
  pen: Pen,
  { blur, down = 0, colour }: { blur: number; down?: number; colour: string },
  draw: () => void,
): void {
  pen.save();
  // Shadow sizes are in canvas pixels and ignore the scale.
  pen.shadowBlur = blur * density;
  pen.shadowOffsetY = down * density;
  pen.shadowColor = colour;
  draw();
  pen.restore();
}
