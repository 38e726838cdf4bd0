import type { Rgb } from '../osu/units.ts';
import type { Body } from '../scene/index.ts';

/** How many shades the kernel looks up between the centre line and the rim. */
export const shadeCount = 1024;

// Positions between rim (0) and centre line (1), as the game's legacy skins have them: a soft shadow, the border, the track.
const borderStart = 5 / 64;
const borderEnd = 12 / 64;
const shadowAlpha = 0.25;

/** The colours of a body from its centre line to its rim, premultiplied RGBA; edges are softened over one screen pixel. */
export function bodyShades(body: Body): Uint8Array {
  const shades = new Uint8Array(shadeCount * 4);
  const pixel = 1 / body.radiusPx;
  const samples = 8;
  for (let i = 0; i < shadeCount; i++) {
    const centre = 1 - (i + 0.5) / shadeCount;
    const sum = [0, 0, 0, 0];
    for (let s = 0; s < samples; s++) {
      const { colour, alpha } = shadeAt(body, centre + ((s + 0.5) / samples - 0.5) * pixel);
      sum[0]! += colour.r * alpha;
      sum[1]! += colour.g * alpha;
      sum[2]! += colour.b * alpha;
      sum[3]! += 255 * alpha;
    }
    for (let c = 0; c < 4; c++) shades[i * 4 + c] = Math.round(sum[c]! / samples);
  }
  return shades;
}

function shadeAt(body: Body, position: number): { colour: Rgb; alpha: number } {
  if (position < 0) return { colour: black, alpha: 0 };
  if (position < borderStart) return { colour: black, alpha: (position / borderStart) * shadowAlpha };
  if (position < borderEnd) return { colour: body.border, alpha: 1 };
  const inwards = Math.min(1, (position - borderEnd) / (1 - borderEnd));
  return { colour: blend(body.outer, body.inner, inwards), alpha: body.trackAlpha };
}

const black: Rgb = { r: 0, g: 0, b: 0 };

function blend(a: Rgb, b: Rgb, amount: number): Rgb {
  return { r: a.r + (b.r - a.r) * amount, g: a.g + (b.g - a.g) * amount, b: a.b + (b.b - a.b) * amount };
}
