/** All sound in this module has 48,000 stereo samples per second: what videos carry and players expect. */
export const sampleRate = 48_000;

export interface VideoSettings {
  /** The file to write; it appears only when the video is finished. */
  readonly file: string;
  /** Even, because 2×2 pixels share their chroma. */
  readonly width: number;
  readonly height: number;
  /** Frames per second, a whole number. */
  readonly fps: number;
  /** An encoder's name as FFmpeg spells it, such as `libx264` or `h264_nvenc`. */
  readonly encoder: string;
  /** `quick`, `balanced`, `small`, or one of x264's, `ultrafast` to `placebo`, for every encoder. */
  readonly preset: string;
  /** Quality on x264's scale, 0 to 51, for every encoder; smaller is better. */
  readonly crf: number;
  /** The average bit rate that the pictures never exceed, and their length. Without it, the crf alone decides. */
  readonly rateLimit?: { readonly bitrate: number; readonly seconds: number };
  /** Null for a video without sound. */
  readonly audio: { readonly bitrate: number } | null;
  /** By default the encoder decides. */
  readonly threads?: number;
  /** Encodes on the thread of the caller instead of beside it: for a process that has one core to itself. */
  readonly onCallersThread?: boolean;
}

/** Encodes frames and sound into one mp4 file. */
export interface VideoEncoder {
  /**
   * Adds the next frame: planes Y, U and V, BT.709, limited range, copied before this returns. Resolves as soon as the queue
   * is short enough, so that encoding continues while the caller draws the next frame. Await each call.
   * `changedTiles` has one byte per 16×16 tile, row by row: 0 where the frame equals the previous one. Without it, any
   * pixel may differ.
   */
  addFrame(planes: Uint8Array, changedTiles?: Uint8Array): Promise<void>;
  /**
   * Adds samples, left and right interleaved, copied before this returns. Blocks may have any size, and should keep pace
   * with the frames or run ahead: frames may wait for their sound, and sound waits in memory. Awaiting is optional: the next
   * frame, or the end, also throws a failure.
   */
  addAudio(samples: Float32Array): Promise<void>;
  /** Encodes everything and frees the encoders, some hundred megabytes, before `finish`. No frame may follow. */
  flush(): Promise<void>;
  /** Completes the file. */
  finish(): Promise<EncodedVideo>;
  /** Stops and removes the unfinished file. Has no effect when called twice or after the end. */
  abort(): Promise<void>;
}

export interface EncodedVideo {
  readonly bytes: number;
  readonly frames: number;
}
