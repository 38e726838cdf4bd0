import type { Kernel } from '../compositor/index.ts';
import type { LoadedTypeface } from '../glyphs/index.ts';
import type { FileSource } from './file-source.ts';
import type { PictureSize } from './pictures/picture-size.ts';

/** What the scene loader needs from its platform, because Node and browsers differ. */
export interface Platform {
  readonly decode: DecodePicture;
  /** The default skin, below all others. */
  readonly defaultSkin: FileSource;
  /** Creates an instance of the compositor's kernel, with its own memory. */
  loadKernel(): Promise<Kernel>;
  /** Loads the glyphs of these texts. */
  loadTypeface(texts: readonly string[]): Promise<LoadedTypeface>;
  /** Opens a video; null if it cannot be decoded. Absent if the platform does not play videos. */
  openClip?(bytes: Uint8Array, covering: PictureSize): Promise<VideoClip | null>;
}

/** A decoded picture. */
export interface DecodedPicture extends PictureSize {
  /** RGBA without premultiplied alpha; rows have no padding. */
  readonly rgba: Uint8ClampedArray | Uint8Array;
}

/** Decodes a picture; null if it is broken or larger than `decodableSize` allows. */
export type DecodePicture = (bytes: Uint8Array) => Promise<DecodedPicture | null>;

/** A video whose frames can be requested in any order. */
export interface VideoClip extends PictureSize {
  readonly durationMs: number;
  /** The frame at a time: the same object for the same frame, valid until the next call. */
  pictureAt(ms: number): Promise<DecodedPicture>;
  close(): Promise<void>;
}
