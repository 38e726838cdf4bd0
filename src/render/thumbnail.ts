import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import type { Compositor } from '../compositor/index.ts';
import { Failure } from '../failure.ts';
import type { Millis } from '../osu/units.ts';
import { type Props, setStage } from './stage-set.ts';

export const thumbnailSize = { width: 1280, height: 720 };
const quality = 88;

/** Writes the picture of one moment as a jpg, drawn at the size it has. */
export async function writeThumbnail(props: Props, t: Millis, file: string): Promise<void> {
  const stage = await setStage(props, thumbnailSize);
  await stage.draw(t);
  const jpg = await jpgOf(stage.compositor);
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await writeFile(part, jpg);
    await rename(part, file);
  } catch (cause) {
    await rm(part, { force: true });
    throw new Failure('video/cannot-write', `The thumbnail cannot be written: ${(cause as Error).message}`, { cause });
  }
}

async function jpgOf(compositor: Compositor): Promise<Buffer> {
  const { width, height } = compositor;
  const { pixels, strideBytes } = compositor.rgba();
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const picture = context.createImageData(width, height);
  for (let y = 0; y < height; y++)
    picture.data.set(pixels.subarray(y * strideBytes, y * strideBytes + width * 4), y * width * 4);
  for (let alpha = 3; alpha < picture.data.length; alpha += 4) picture.data[alpha] = 255;
  context.putImageData(picture, 0, 0);
  return canvas.encode('jpeg', quality);
}
