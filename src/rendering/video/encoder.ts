/** Sound is 48,000 stereo samples a second everywhere in this room: what videos carry and players expect. */
export const sampleRate = 48_000;

export interface VideoSettings {
  /** Appears when the video is finished, not before. */
  readonly file: string;
  /** Even numbers: two by two pixels share their colour. */
  readonly width: number;
  readonly height: number;
  /** Whole frames a second. */
  readonly fps: number;
  /** Any encoder's name as FFmpeg spells it: `libx264`, `h264_nvenc` … */
  readonly encoder: string;
  /** In x264's words, `ultrafast` to `placebo`, whichever encoder it is. */
  readonly preset: string;
  /** Quality on x264's scale, 0 to 51, smaller is better, whichever encoder it is. */
  readonly crf: number;
  /** Null for a silent film. */
  readonly audio: { readonly bitrate: number } | null;
  /** As many as the encoder likes unless said. */
  readonly threads?: number;
}

/** Pictures and sound in, one mp4 file out. */
export interface VideoEncoder {
  /**
   * Takes the next picture: Y, U and V planes of BT.709 in limited range, copied before this returns. Resolves once few
   * enough are still to be encoded, so that they are while the caller makes the next. To be awaited each time.
   * `changedTiles` has one byte a 16×16 tile, row by row, not 0 where the picture differs from the one before; without
   * it everything may differ.
   */
  addFrame(planes: Uint8Array, changedTiles?: Uint8Array): Promise<void>;
  /**
   * Takes the next samples, left and right in turns, copied before this returns. Blocks of any size, given in step with
   * the picture or ahead of it: pictures without their sound may have to wait for it, sound waits in memory. Need not
   * be awaited; what goes wrong is also thrown by the next picture or the end.
   */
  addAudio(samples: Float32Array): Promise<void>;
  /** No picture follows: gives back what encoding takes, some hundred megabytes, for those who do more before the end. */
  flush(): Promise<void>;
  /** Completes the file. */
  finish(): Promise<EncodedVideo>;
  /** Stops, and leaves no file. Harmless at any time, also twice or after the end. */
  abort(): Promise<void>;
}

export interface EncodedVideo {
  readonly bytes: number;
  readonly frames: number;
}
