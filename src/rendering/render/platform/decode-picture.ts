import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { type DecodedPicture, decodableSize, maxDecodable, stripPictureMetadata } from '../../scene-loader/index.ts';

/** Decodes an image with straight (not premultiplied) alpha; null if it cannot be decoded or is too large. */
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
  // Free the native memory now: the garbage collector does not know how much these objects hold.
  canvas.width = canvas.height = 1;
  image.src = nothing;
  return { width, height, rgba };
}

/** Pixels are copied in strips, so that a large image is in memory twice and not three times. */
const stripPx = 256 * 1024;
const nothing = Buffer.alloc(0);

async function load(bytes: Uint8Array): Promise<Image | null> {
  const size = decodableSize(bytes);
  if (size === null) return null;
  try {
    const image = await loadImage(stripPictureMetadata(bytes));
    // Check again: the decoder may find another size than the header that was checked.
    return image.width * image.height <= maxDecodable.px && image.width > 0 && image.height > 0 ? image : null;
  } catch {
    return null;
  }
}
