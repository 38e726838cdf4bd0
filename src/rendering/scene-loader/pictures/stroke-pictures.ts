import type { Picture } from '../../compositor/index.ts';
import { type ImageName, lineLengths, ringWidth, strokeImages } from '../../scene/index.ts';

/** Image pixels per skin pixel. */
const lineDensity = 4;
const ringDensity = 32;

/** The images of lines and rings. */
export function strokePictures(): ReadonlyMap<ImageName, Picture> {
  return new Map([
    [strokeImages.short, line(lineLengths.short)],
    [strokeImages.long, line(lineLengths.long)],
    [strokeImages.ring, ring()],
  ]);
}

/** Its edges are soft because images fade out over the width of one of their pixels. */
function line(length: number): Picture {
  const [width, height] = [length * lineDensity, lineDensity];
  return { width, height, rgba: new Uint8Array(width * height * 4).fill(255), density: lineDensity };
}

function ring(): Picture {
  const side = ringDensity * 2;
  const rgba = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const distance = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2);
      const fromEdge = Math.min(ringDensity - 1 - distance, distance - ringDensity * (1 - ringWidth));
      rgba[(y * side + x) * 4 + 3] = Math.round(255 * Math.max(0, Math.min(1, fromEdge + 0.5)));
    }
  }
  return { width: side, height: side, rgba, density: ringDensity };
}
