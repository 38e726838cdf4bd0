import type { Picture } from '../../compositor/index.ts';
import { type ImageName, playerImageSize, playerImages } from '../../scene/index.ts';

/** Image pixels per skin pixel: enough for cursors of twice the usual size at 4K. */
const density = 6;
const side = playerImageSize * density;

/** The images of players' cursors: white, so that they can have any colour. */
export function playerPictures(): ReadonlyMap<ImageName, Picture> {
  return new Map([
    [playerImages.disc, pictureOf((radius) => ({ alpha: edge(0.7 - radius), white: edge(0.54 - radius) }))],
    [playerImages.core, pictureOf((radius) => ({ alpha: edge(0.2 - radius), white: 1 }))],
    [playerImages.trail, pictureOf((radius) => ({ alpha: Math.max(0, 1 - radius / 0.5) ** 1.5, white: 1 }))],
  ]);
}

/** From 0 to 1 within one image pixel around a border. */
function edge(inside: number): number {
  return Math.max(0, Math.min(1, 0.5 + (inside * side) / 2));
}

/** Paints a picture by the distance of each pixel from its centre, 1 at its edges. */
function pictureOf(pixelAt: (radius: number) => { readonly alpha: number; readonly white: number }): Picture {
  const rgba = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const radius = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2) / (side / 2);
      const { alpha, white } = pixelAt(radius);
      rgba.fill(Math.round(255 * white), (y * side + x) * 4, (y * side + x) * 4 + 3);
      rgba[(y * side + x) * 4 + 3] = Math.round(255 * alpha);
    }
  }
  return { width: side, height: side, rgba, density };
}
