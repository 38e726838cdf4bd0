import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

export type Pen = SKRSContext2D;

/** A skin element as it is drawn: its size in skin pixels, and its strokes around an origin in its middle. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  draw(pen: Pen): void;
}

/** Pictures by the name of their element. */
export type Pictures = Readonly<Record<string, Picture>>;

/** Pixels of the file for each skin pixel; what `@2x` in a file's name stands for. */
export const density = 2;

export function picture(width: number, height: number, draw: (pen: Pen) => void): Picture {
  return { width, height, draw };
}

export function toPng({ width, height, draw }: Picture): Buffer {
  const canvas = createCanvas(Math.ceil(width * density), Math.ceil(height * density));
  const pen = canvas.getContext('2d');
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.scale(density, density);
  draw(pen);
  return canvas.toBuffer('image/png');
}
