import type { Rgb } from '../osu/units.ts';

/** The colour at a part of the way around the rainbow, as bright as colours get; it comes round again with every 1. */
export function rainbow(turns: number): Rgb {
  const channel = (shift: number) => {
    const hue = (((turns + shift) % 1) + 1) % 1;
    return 255 * Math.max(0, Math.min(1, Math.abs(hue * 6 - 3) - 1));
  };
  return { r: channel(0), g: channel(2 / 3), b: channel(1 / 3) };
}
