import type { Body } from '../scene/index.ts';

/** How many shades the kernel looks up between the centre line and the rim. */
export const shadeCount = 1024;

// Positions between rim (0) and centre line (1), as the game's legacy skins have them: a soft shadow, the border, the track.
const borderStart = 5 / 64;
const borderEnd = 12 / 64;
const shadowAlpha = 0.25;

/** What a body's shades are made of. */
type Paint = Omit<Body, 'path'>;

/** Sliders of a map have a few colours between them. */
const mostKept = 16;

/** The shades of bodies, made once for all that have the same colours. */
export function createBodyShades(): (body: Body) => Uint8Array {
  const kept = new Map<string, Uint8Array>();
  return ({ radiusPx, border, outer, inner, trackAlpha }) => {
    const paint: Paint = { radiusPx, border, outer, inner, trackAlpha };
    const key = JSON.stringify(paint);
    const known = kept.get(key);
    if (known) return known;
    if (kept.size === mostKept) kept.clear();
    const shades = shadesOf(paint);
    kept.set(key, shades);
    return shades;
  };
}

/** The colours from the centre line to the rim, premultiplied RGBA; edges are softened over one screen pixel. */
function shadesOf({ border, outer, inner, radiusPx, trackAlpha }: Paint): Uint8Array {
  const shades = new Uint8Array(shadeCount * 4);
  const channels: Channel[] = [
    ...rgb.map((c) => ({ shadow: 0, border: border[c], outer: outer[c], inner: inner[c], trackAlpha })),
    { shadow: 255, border: 255, outer: 255, inner: 255, trackAlpha },
  ];
  for (const [c, channel] of channels.entries()) {
    for (let i = 0; i < shadeCount; i++)
      shades[i * 4 + c] = softened(channel, 1 - (i + 0.5) / shadeCount, 1 / radiusPx);
  }
  return shades;
}

const rgb = ['r', 'g', 'b'] as const;

/** One of red, green, blue and alpha. */
interface Channel {
  readonly shadow: number;
  readonly border: number;
  readonly outer: number;
  readonly inner: number;
  readonly trackAlpha: number;
}

const samples = 8;

/** The mean over a pixel's width around a position. */
function softened(channel: Channel, centre: number, pixel: number): number {
  let sum = 0;
  for (let s = 0; s < samples; s++) sum += lightAt(channel, centre + ((s + 0.5) / samples - 0.5) * pixel);
  return Math.round(sum / samples);
}

function lightAt({ shadow, border, outer, inner, trackAlpha }: Channel, position: number): number {
  if (position < 0) return 0;
  if (position < borderStart) return shadow * ((position / borderStart) * shadowAlpha);
  if (position < borderEnd) return border;
  const inwards = Math.min(1, (position - borderEnd) / (1 - borderEnd));
  return (outer + (inner - outer) * inwards) * trackAlpha;
}
