/** Sound that is produced as it is read. Samples are interleaved, left and right; a frame is one of each. */
export interface PcmStream {
  /** Returns this many frames, valid until the next call; fewer only at the end, and none after it. */
  read(frames: number): Float32Array;
  /** Frees its resources; an open file may keep the process alive. Has no effect when called twice. */
  close(): void;
}
