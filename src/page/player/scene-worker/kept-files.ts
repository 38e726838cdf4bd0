import type { DecodedPicture, DecodePicture, FileSource } from '../../../rendering/scene-loader/index.ts';

/** Songs and videos are larger. They are read once and would fill the space that pictures and sounds need. */
const maxFileBytes = 8 * 1024 * 1024;
const maxTotalBytes = 96 * 1024 * 1024;

/** Keeps the files that are read from an archive: every change of an option reads all pictures of the skin again. */
export function keepFiles(source: FileSource): FileSource {
  const kept = new Map<string, Uint8Array | null>();
  let totalBytes = 0;
  return {
    names: source.names,
    read(name) {
      const known = kept.get(name);
      if (known !== undefined) return known;
      const bytes = source.read(name);
      const size = bytes?.length ?? 0;
      if (size <= maxFileBytes && totalBytes + size <= maxTotalBytes) {
        kept.set(name, bytes);
        totalBytes += size;
      }
      return bytes;
    },
  };
}

/** 64 MB of pixels. */
const maxTotalPx = 16 * 1024 * 1024;

/** Keeps decoded pictures, by the bytes they were decoded from; the least recently used are dropped first. */
export function keepPictures(decode: DecodePicture, maxPx = maxTotalPx): DecodePicture {
  const kept = new Map<Uint8Array, DecodedPicture>();
  let totalPx = 0;
  const drop = (bytes: Uint8Array) => {
    totalPx -= sizePx(kept.get(bytes));
    kept.delete(bytes);
  };
  return async (bytes) => {
    const picture = kept.get(bytes) ?? (await decode(bytes));
    if (picture === null || sizePx(picture) > maxPx) return picture;
    drop(bytes);
    kept.set(bytes, picture);
    totalPx += sizePx(picture);
    for (const oldest of kept.keys()) {
      if (totalPx <= maxPx) break;
      drop(oldest);
    }
    return picture;
  };
}

function sizePx(picture: DecodedPicture | undefined): number {
  return picture === undefined ? 0 : picture.width * picture.height;
}
