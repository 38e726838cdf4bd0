import { AV_PIX_FMT_RGBA, AVCOL_SPC_SMPTE170M, AVCOL_SPC_UNSPECIFIED } from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import { check } from '../node-av/check.ts';

/** A picture of a video, scaled and in colours. */
export interface ScaledPicture {
  /** When it is shown, in milliseconds from the video's first picture. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
  /** Rows without gaps. */
  readonly rgba: Uint8Array;
}

/** Paints decoded pictures, in threads of its own, into memory that is used again. */
export interface PictureScaler {
  readonly size: { readonly width: number; readonly height: number };
  /** Null where it cannot be: not every picture that can be decoded makes sense. */
  scale(frame: Frame, at: number): Promise<ScaledPicture | null>;
  /** Nobody looks at a picture any more. */
  release(picture: ScaledPicture): void;
  close(): void;
}

interface Canvas {
  readonly frame: Frame;
  readonly rgba: Uint8Array;
}

export function createPictureScaler(
  source: { readonly width: number; readonly height: number },
  cover: { readonly width: number; readonly height: number },
): PictureScaler {
  // Smaller ones stay as they are: whoever draws them can scale them, too, and pixels cost on the way.
  const scale = Math.min(1, Math.max(cover.width / source.width, cover.height / source.height));
  const size = { width: Math.round(source.width * scale), height: Math.round(source.height * scale) };
  const scaler = new SoftwareScaleContext();
  scaler.allocContext();
  // Bicubic, which it would take by itself, costs twice as much and shows little more behind a play.
  scaler.setOption('sws_flags', 'bilinear');
  const spare: Canvas[] = [];
  const used = new Map<ScaledPicture, Canvas>();

  function newCanvas(): Canvas {
    const frame = new Frame();
    frame.alloc();
    frame.format = AV_PIX_FMT_RGBA;
    frame.width = size.width;
    frame.height = size.height;
    check(frame.getBuffer(1), 'making room for a picture');
    // Looked at once: each look makes a view of all its megabytes.
    return { frame, rgba: frame.data![0]!.subarray(0, size.width * size.height * 4) };
  }

  return {
    size,
    async scale(frame, at) {
      const canvas = spare.pop() ?? newCanvas();
      // A video that does not tell has the colours of old television, whatever its size: so the game shows it.
      if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = AVCOL_SPC_SMPTE170M;
      if ((await scaler.scaleFrame(canvas.frame, frame)) < 0) {
        spare.push(canvas);
        return null;
      }
      const picture = { at, ...size, rgba: canvas.rgba };
      used.set(picture, canvas);
      return picture;
    },
    release(picture) {
      const canvas = used.get(picture);
      used.delete(picture);
      if (canvas) spare.push(canvas);
    },
    close() {
      for (const { frame } of [...spare, ...used.values()]) frame.free();
      spare.length = 0;
      used.clear();
      scaler.freeContext();
    },
  };
}
