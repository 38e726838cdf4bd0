import type { OsuPoint } from '../../units.ts';

// Lazer places objects with 32-bit floats; each step rounds as there, so that positions agree over a whole map.

const { fround: f32 } = Math;

/** The middle of the playfield. */
export const playfieldCentre: OsuPoint = { x: 256, y: 192 };
/** π and 2π as 32-bit floats. */
export const floatPi = f32(Math.PI);
export const floatTwoPi = f32(2 * floatPi);

/** From this fraction of the playfield's size to its edge, objects are turned back towards the middle. */
const edgeFraction = 0.375;

export function add(a: OsuPoint, b: OsuPoint): OsuPoint {
  return { x: f32(a.x + b.x), y: f32(a.y + b.y) };
}

export function subtract(a: OsuPoint, b: OsuPoint): OsuPoint {
  return { x: f32(a.x - b.x), y: f32(a.y - b.y) };
}

export function multiply({ x, y }: OsuPoint, factor: number): OsuPoint {
  return { x: f32(x * factor), y: f32(y * factor) };
}

export function lengthOf({ x, y }: OsuPoint): number {
  return f32(Math.sqrt(f32(f32(x * x) + f32(y * y))));
}

export function angleOf({ x, y }: OsuPoint): number {
  return f32(Math.atan2(y, x));
}

/** The vector with a length and an angle. */
export function polar(length: number, angle: number): OsuPoint {
  return { x: f32(length * f32(Math.cos(angle))), y: f32(length * f32(Math.sin(angle))) };
}

export function rotate(vector: OsuPoint, rotation: number): OsuPoint {
  return polar(lengthOf(vector), f32(angleOf(vector) + rotation));
}

/** Clamps a position to the playfield, less a padding on all sides. */
export function clampToPlayfield({ x, y }: OsuPoint, padding: number): OsuPoint {
  return {
    x: Math.min(Math.max(x, padding), f32(512 - padding)),
    y: Math.min(Math.max(y, padding), f32(384 - padding)),
  };
}

/** Turns the step from a position towards the middle of the playfield, the more the closer the position is to an edge. */
export function turnFromEdge(position: OsuPoint, step: OsuPoint, strength = 0.5): OsuPoint {
  const proximity = Math.max(edgeProximity(position.x, 512), edgeProximity(position.y, 384), 0);
  return rotateTowards(step, subtract(playfieldCentre, position), Math.min(1, f32(proximity * strength)));
}

/** 1 at an edge, 0 where the border begins, negative in the middle. */
function edgeProximity(value: number, size: number): number {
  const border = size * edgeFraction;
  const inside = value < size / 2 ? f32(border - value) : f32(value - (size - border));
  return f32(inside / border);
}

/** Rotates a vector by a fraction of the angle between it and another. */
function rotateTowards(vector: OsuPoint, target: OsuPoint, fraction: number): OsuPoint {
  const angle = angleOf(vector);
  let difference = f32(angleOf(target) - angle);
  while (difference < -floatPi) difference = f32(difference + floatTwoPi);
  while (difference > floatPi) difference = f32(difference - floatTwoPi);
  return polar(lengthOf(vector), f32(angle + f32(fraction * difference)));
}
