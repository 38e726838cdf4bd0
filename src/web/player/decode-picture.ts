import {
  type DecodedPicture,
  decodableSize,
  type PictureDecoder,
  type PictureSize,
  plainPicture,
} from '../../stage/index.ts';

/** Decodes with the browser's own decoders. */
export const decoder: PictureDecoder = {
  async whole(bytes) {
    const image = await load(bytes);
    return image && paint(image, image, (context) => context.drawImage(image, 0, 0));
  },

  async within(bytes, mostPx) {
    const image = await load(bytes);
    if (!image) return null;
    const original = image.width;
    const density = Math.min(1, Math.sqrt(mostPx / (image.width * image.height)));
    const width = Math.max(1, Math.round(image.width * density));
    const height = Math.max(1, Math.round(image.height * density));
    const picture = paint(image, { width, height }, (context) => context.drawImage(image, 0, 0, width, height));
    return { ...picture, density: width / original };
  },

  async covering(bytes, size) {
    const image = await load(bytes);
    if (!image) return null;
    const scale = Math.max(size.width / image.width, size.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    return paint(image, size, (context) =>
      context.drawImage(image, (size.width - width) / 2, (size.height - height) / 2, width, height),
    );
  },
};

async function load(bytes: Uint8Array): Promise<ImageBitmap | null> {
  if (decodableSize(bytes) === null) return null;
  try {
    return await createImageBitmap(new Blob([Uint8Array.from(plainPicture(bytes))]), { colorSpaceConversion: 'none' });
  } catch {
    return null;
  }
}

function paint(
  image: ImageBitmap,
  { width, height }: PictureSize,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): DecodedPicture {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  draw(context);
  image.close();
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}
