import type { Kernel } from '../compositor/index.ts';
import type { LoadedTypeface } from '../glyphs/index.ts';
import type { FileSource } from './file-source.ts';
import type { PictureSize } from './pictures/picture-size.ts';

/** What a stage cannot do by itself, because Node and browsers do it each in their own way. */
export interface Platform {
  readonly decode: DecodePicture;
  /** Our own skin, which lies below every other. */
  readonly defaultSkin: FileSource;
  /** A fresh instance of the compositor's kernel, with a memory of its own. */
  loadKernel(): Promise<Kernel>;
  /** What it takes to write these texts. */
  loadLetters(texts: readonly string[]): Promise<LoadedTypeface>;
  /** Null where it cannot be decoded; absent where videos are not shown at all. */
  openClip?(bytes: Uint8Array, covering: PictureSize): Promise<VideoClip | null>;
}

export interface DecodedPicture extends PictureSize {
  /** Straight RGBA, rows without gaps. */
  readonly rgba: Uint8ClampedArray | Uint8Array;
}

/** Null for a picture that is broken or larger than `decodableSize` lets through. */
export type DecodePicture = (bytes: Uint8Array) => Promise<DecodedPicture | null>;

/** A video whose pictures can be asked for in any order. */
export interface VideoClip extends PictureSize {
  readonly durationMs: number;
  /** What is seen at a time: the same object as long as it is the same picture, and valid until the next call. */
  pictureAt(ms: number): Promise<DecodedPicture>;
  close(): Promise<void>;
}
