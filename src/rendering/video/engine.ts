/** So many pictures may be under way: one that takes long, to draw or to encode, then keeps nobody waiting. */
export const maxQueuedPictures = 3;

/** What does the work behind a `VideoEncoder`; order, failures and the file's fate are cared for outside of it. */
export interface EncoderEngine {
  /**
   * Copies a picture. The work it returns encodes it, and is run when the work of the picture before is done. Another
   * is taken when no more than `picturesAhead` are still to be done.
   */
  addPicture(planes: Uint8Array, changedTiles?: Uint8Array): () => Promise<void>;
  /** The same for samples, in an order of their own. */
  addSamples(samples: Float32Array): () => Promise<void>;
  /** Encodes all that is left, and gives back what encoders hold. Comes once, before the end. */
  flush(): Promise<void>;
  /** Completes the file. */
  finish(): Promise<void>;
  /** Makes work that is under way end soon, one way or the other. */
  interrupt(): void;
  /** Gives back everything; no work is under way any more. */
  close(): Promise<void>;
}
