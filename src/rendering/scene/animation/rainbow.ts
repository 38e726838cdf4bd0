import type { Rgb } from '../../../game/units.ts';
import { clamp01, lerp } from './easing.ts';

/** The fraction of white: pure colours are glaring, and blue among them is hard to see. */
const paleness = 0.3;

/** The colour at a position on the colour wheel; it repeats with every whole number. */
export function rainbow(turns: number): Rgb {
  const channel = (shift: number) => {
    const hue = (((turns + shift) % 1) + 1) % 1;
    const pure = clamp01(Math.abs(hue * 6 - 3) - 1);
    return 255 * lerp(pure, 1, paleness);
  };
  return { r: channel(0), g: channel(2 / 3), b: channel(1 / 3) };
}
