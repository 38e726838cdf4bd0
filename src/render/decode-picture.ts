import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { type PictureSize, pictureSize } from './picture-header.ts';
import { isPng, isWholePng } from './png.ts';

/** Larger pictures are left out before they are decoded. */
const most = { sidePx: 8_192, px: 40_000_000 };

/** The size of a picture that can and may be decoded; null otherwise. */
export function decodableSize(bytes: Uint8Array): PictureSize | null {
  const size = pictureSize(bytes);
  // The decoder makes something of half a PNG; for the game, and for us, it is none.
  if (isPng(bytes) && !isWholePng(bytes)) return null;
  if (size === null || size.width > most.sidePx || size.height > most.sidePx) return null;
  return size.width * size.height > most.px ? null : size;
}

export interface DecodedPicture extends PictureSize {
  /** Straight RGBA, rows without gaps. */
  readonly rgba: Uint8ClampedArray;
}

/** Null for a picture that is broken. */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture | null> {
  const image = await load(bytes);
  return image && paint(image, (context) => context.drawImage(image, 0, 0));
}

/** Scaled down where it has more pixels than are wanted; `density` is what is left of each of its sides. */
export async function decodeWithin(
  bytes: Uint8Array,
  mostPx: number,
): Promise<(DecodedPicture & { readonly density: number }) | null> {
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

/** Scaled to fill a size, and cut where it does not fit. */
export async function decodeToCover(bytes: Uint8Array, size: PictureSize): Promise<DecodedPicture | null> {
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
    const image = await loadImage(bytes);
    // A picture that is not as large as its header says has been read otherwise than it was checked.
    return image.width * image.height <= most.px && image.width > 0 && image.height > 0 ? image : null;
  } catch {
    return null;
  }
}

function paint({ width, height }: PictureSize, draw: (context: SKRSContext2D) => void): DecodedPicture {
  const context = createCanvas(width, height).getContext('2d');
  draw(context);
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}
