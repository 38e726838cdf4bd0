import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { type DecodedPicture, decodableSize, mostDecodable, plainPicture } from '../stage/index.ts';

export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture | null> {
  const image = await load(bytes);
  if (!image) return null;
  const { width, height } = image;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const rgba = context.getImageData(0, 0, width, height).data;
  // Given back now: whoever collects garbage does not see how much memory a canvas holds.
  canvas.width = canvas.height = 1;
  return { width, height, rgba };
}

async function load(bytes: Uint8Array): Promise<Image | null> {
  const size = decodableSize(bytes);
  if (size === null) return null;
  try {
    const image = await loadImage(plainPicture(bytes));
    // A picture that is not as large as its header says has been read otherwise than it was checked.
    return image.width * image.height <= mostDecodable.px && image.width > 0 && image.height > 0 ? image : null;
  } catch {
    return null;
  }
}
