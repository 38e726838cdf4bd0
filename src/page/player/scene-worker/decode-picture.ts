import { type DecodedPicture, decodableSize, stripPictureMetadata } from '../../../rendering/scene-loader/index.ts';
import { context2d } from './context-2d.ts';

/** Decodes a picture with the browser's decoders; null if they cannot. */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture | null> {
  const image = await load(bytes);
  if (!image) return null;
  const { width, height } = image;
  const context = context2d(new OffscreenCanvas(width, height), { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  image.close();
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}

async function load(bytes: Uint8Array): Promise<ImageBitmap | null> {
  if (decodableSize(bytes) === null) return null;
  try {
    return await createImageBitmap(new Blob([Uint8Array.from(stripPictureMetadata(bytes))]), {
      colorSpaceConversion: 'none',
    });
  } catch {
    return null;
  }
}
