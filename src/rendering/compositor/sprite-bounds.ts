import type { SpriteItem } from '../scene/index.ts';
import type { Images } from './images.ts';

/** A rectangle of whole pixels, on the screen or beyond. */
export interface SpriteBounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the pixels that sprites can touch, on the screen or beyond. */
export function spriteBounds(sprites: readonly SpriteItem[], images: Pick<Images, 'get'>): SpriteBounds {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { image, at, scale, scaleY = scale, origin, rotation = 0 } of sprites) {
    const { width, height, density } = images.get(image);
    const sin = Math.sin(rotation);
    const cos = Math.cos(rotation);
    for (const [u, v] of corners) {
      const x = (((u - (origin?.x ?? 0.5)) * width) / density) * scale;
      const y = (((v - (origin?.y ?? 0.5)) * height) / density) * scaleY;
      left = Math.min(left, at.x + cos * x - sin * y);
      right = Math.max(right, at.x + cos * x - sin * y);
      top = Math.min(top, at.y + sin * x + cos * y);
      bottom = Math.max(bottom, at.y + sin * x + cos * y);
    }
  }
  // An image fades out over half a pixel of its own, and resized copies are moved to whole pixels.
  const margin =
    1 + Math.max(...sprites.map(({ scale, scaleY = scale }) => Math.max(Math.abs(scale), Math.abs(scaleY))));
  left = Math.floor(left - margin);
  top = Math.floor(top - margin);
  return { left, top, width: Math.ceil(right + margin) - left, height: Math.ceil(bottom + margin) - top };
}

const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;
