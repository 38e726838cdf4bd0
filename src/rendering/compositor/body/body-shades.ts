import type { Body } from '../../scene/index.ts';
import { shadeCount } from '../layout.ts';

/** The size of a body's shades: RGBA for each. */
export const shadesBytes = shadeCount * 4;

// Positions between rim (0) and centre line (1), as in the game's legacy skins: a soft shadow, the border, the track.
const borderStart = 5 / 64;
const borderEnd = 12 / 64;
const shadowAlpha = 0.25;

/** The properties of a body that determine its shades. */
type Paint = Omit<Body, 'path'>;

/** The sliders of a map share a few combo colours. */
const maxCached = 16;

/** Computes the shades of bodies; bodies with the same colours share them. */
export function createBodyShades(): (body: Body) => Uint8Array {
  const cache = new Map<string, Uint8Array>();
  return ({ radiusPx, border, outer, inner, trackAlpha }) => {
    const paint: Paint = { radiusPx, border, outer, inner, trackAlpha };
    const key = JSON.stringify(paint);
    const cached = cache.get(key);
    if (cached) return cached;
    if (cache.size === maxCached) cache.clear();
    const shades = shadesOf(paint);
    cache.set(key, shades);
    return shades;
  };
}

/** Returns the colours from the centre line to the rim, premultiplied RGBA, with edges softened over one screen pixel. */
function shadesOf({ border, outer, inner, radiusPx, trackAlpha }: Paint): Uint8Array {
  const shades = new Uint8Array(shadesBytes);
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

/** The values of red, green, blue or alpha. */
interface Channel {
  readonly shadow: number;
  readonly border: number;
  readonly outer: number;
  readonly inner: number;
  readonly trackAlpha: number;
}

const samplesPerPixel = 8;

/** Returns the mean over the width of a pixel around a position. */
function softened(channel: Channel, centre: number, pixel: number): number {
  let sum = 0;
  for (let s = 0; s < samplesPerPixel; s++)
    sum += lightAt(channel, centre + ((s + 0.5) / samplesPerPixel - 0.5) * pixel);
  return Math.round(sum / samplesPerPixel);
}

function lightAt({ shadow, border, outer, inner, trackAlpha }: Channel, position: number): number {
  if (position < 0) return 0;
  if (position < borderStart) return shadow * ((position / borderStart) * shadowAlpha);
  if (position < borderEnd) return border;
  const inwards = Math.min(1, (position - borderEnd) / (1 - borderEnd));
  return (outer + (inner - outer) * inwards) * trackAlpha;
}
