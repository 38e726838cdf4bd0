import type { Picture } from '../../compositor/index.ts';

/** Replaces a picture that is missing, exceeds the memory limit or could not be decoded. */
export const emptyPicture: Picture = { width: 1, height: 1, rgba: new Uint8Array(4), density: 1 };
