import type { Rgb } from '../../../game/units.ts';
import { clamp01, lerp } from './easing.ts';

/** How much of a colour is white: pure ones are hard to look at, and blue among them hard to see. */
const paleness = 0.3;

/** The colour at a part of the way around the rainbow; it comes round again with every 1. */
export function rainbow(turns: number): Rgb {
  const channel = (shift: number) => {
    const hue = (((turns + shift) % 1) + 1) % 1;
    const pure = clamp01(Math.abs(hue * 6 - 3) - 1);
    return 255 * lerp(pure, 1, paleness);
  };
  return { r: channel(0), g: channel(2 / 3), b: channel(1 / 3) };
}
