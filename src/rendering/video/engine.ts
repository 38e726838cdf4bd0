import type { VideoSettings } from './encoder.ts';

/**
 * How many pictures may wait to be encoded, so that a slow one, in drawing or in encoding, delays neither side. On the thread
 * of the caller, none can be encoded while the next is drawn.
 */
export function maxQueuedPictures({ onCallersThread = false }: VideoSettings): number {
  return onCallersThread ? 0 : 3;
}

/** Does the encoding for a `VideoEncoder`, which handles order, failures and the temporary file. */
export interface EncoderEngine {
  /**
   * Copies a picture and returns the work that encodes it. The caller runs it after the work of the previous picture, and
   * adds another picture only if at most `maxQueuedPictures` are waiting.
   */
  addPicture(planes: Uint8Array, changedTiles?: Uint8Array): () => Promise<void>;
  /** Does the same for samples, in an order of their own. */
  addSamples(samples: Float32Array): () => Promise<void>;
  /** Encodes the remaining input and frees the encoders. Called once, before `finish`. */
  flush(): Promise<void>;
  /** Completes the file. */
  finish(): Promise<void>;
  /** Makes work in progress end soon, successfully or not. */
  interrupt(): void;
  /** Frees everything; called when no work is in progress. */
  close(): Promise<void>;
}
