import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

export type Pen = SKRSContext2D;

/** A skin element: its size in skin pixels, and a function that draws it around an origin at its centre. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  draw(pen: Pen): void;
}

/** Images by element name. */
export type Pictures = Readonly<Record<string, Picture>>;

/** File pixels per skin pixel, marked by `@2x` in the file name. */
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
