import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import {
  type DecodedPicture,
  decodableSize,
  mostDecodable,
  type PictureDecoder,
  type PictureSize,
  plainPicture,
} from '../stage/index.ts';

export const decoder: PictureDecoder = { whole, within, covering };

async function whole(bytes: Uint8Array): Promise<DecodedPicture | null> {
  const image = await load(bytes);
  return image && paint(image, (context) => context.drawImage(image, 0, 0));
}

async function within(bytes: Uint8Array, mostPx: number) {
  const image = await load(bytes);
  if (!image) return null;
  const density = Math.min(1, Math.sqrt(mostPx / (image.width * image.height)));
  const width = Math.max(1, Math.round(image.width * density));
  const height = Math.max(1, Math.round(image.height * density));
  const picture = paint({ width, height }, (context) => {
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
  });
  return { ...picture, density: width / image.width };
}

async function covering(bytes: Uint8Array, size: PictureSize): Promise<DecodedPicture | null> {
  const image = await load(bytes);
  if (!image) return null;
  const scale = Math.max(size.width / image.width, size.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  return paint(size, (context) => {
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, (size.width - width) / 2, (size.height - height) / 2, width, height);
  });
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

function paint({ width, height }: PictureSize, draw: (context: SKRSContext2D) => void): DecodedPicture {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  draw(context);
  const rgba = context.getImageData(0, 0, width, height).data;
  // Given back now: whoever collects garbage does not see how much memory a canvas holds.
  canvas.width = canvas.height = 1;
  return { width, height, rgba };
}
