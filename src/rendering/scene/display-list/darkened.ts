import type { Rgb } from '../../../game/units.ts';

const white: Rgb = { r: 255, g: 255, b: 255 };

/** A tint, white by default, times a brightness. At full brightness it stays as it is. */
export function darkened<Tint extends Rgb | undefined>(tint: Tint, brightness: number): Tint | Rgb {
  if (brightness === 1) return tint;
  const { r, g, b } = tint ?? white;
  return { r: r * brightness, g: g * brightness, b: b * brightness };
}
