/** Sound that is made as it is asked for. Samples are left and right in turns; a frame is one of each. */
export interface PcmStream {
  /** As many frames as asked for; fewer only where it ends, and none after that. */
  read(frames: number): Float32Array;
  /** Gives back what it holds; a file left open may keep the process from ending. Harmless to call twice. */
  close(): void;
}
