import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { Failure } from '../../../failure.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel, from the top left on: red, green, blue and one that is ignored. */
  readonly pixels: Uint8Array;
  readonly strideBytes: number;
}

const quality = 88;

/** Writes an image as a JPEG; the file appears when it is complete. */
export async function writeJpg(picture: Pixels, file: string): Promise<void> {
  const jpg = await canvasOf(picture).encode('jpeg', quality);
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await writeFile(part, jpg);
    await rename(part, file);
  } catch (cause) {
    await rm(part, { force: true });
    throw new Failure('video/cannot-write', `The thumbnail cannot be written: ${(cause as Error).message}`, { cause });
  }
}

/** An opaque canvas with these pixels, to be drawn on or encoded. */
export function canvasOf({ width, height, pixels, strideBytes }: Pixels): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const picture = context.createImageData(width, height);
  for (let y = 0; y < height; y++)
    picture.data.set(pixels.subarray(y * strideBytes, y * strideBytes + width * 4), y * width * 4);
  for (let alpha = 3; alpha < picture.data.length; alpha += 4) picture.data[alpha] = 255;
  context.putImageData(picture, 0, 0);
  return canvas;
}
