import type { Picture } from '../../compositor/index.ts';

/** In place of a picture that is not there, has no room, or could not be decoded in the end. */
export const noPicture: Picture = { width: 1, height: 1, rgba: new Uint8Array(4), density: 1 };
