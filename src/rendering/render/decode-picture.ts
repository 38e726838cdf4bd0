import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { type DecodedPicture, decodableSize, maxDecodable, plainPicture } from '../scene-loader/index.ts';

export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture | null> {
  const image = await load(bytes);
  if (!image) return null;
  const { width, height } = image;
  const rgba = new Uint8ClampedArray(width * height * 4);
  const rows = Math.min(height, Math.ceil(stripPx / width));
  const canvas = createCanvas(width, rows);
  const context = canvas.getContext('2d');
  for (let top = 0; top < height; top += rows) {
    context.clearRect(0, 0, width, rows);
    context.drawImage(image, 0, -top);
    rgba.set(context.getImageData(0, 0, width, Math.min(rows, height - top)).data, top * width * 4);
  }
  // Given back now: whoever collects garbage does not see how much memory these hold.
  canvas.width = canvas.height = 1;
  image.src = nothing;
  return { width, height, rgba };
}

/** A picture is taken out of the decoder strip by strip, so that a large one lies in memory twice and not three times. */
const stripPx = 256 * 1024;
const nothing = Buffer.alloc(0);

async function load(bytes: Uint8Array): Promise<Image | null> {
  const size = decodableSize(bytes);
  if (size === null) return null;
  try {
    const image = await loadImage(plainPicture(bytes));
    // A picture that is not as large as its header says has been read otherwise than it was checked.
    return image.width * image.height <= maxDecodable.px && image.width > 0 && image.height > 0 ? image : null;
  } catch {
    return null;
  }
}
