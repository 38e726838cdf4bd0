import { AV_PIX_FMT_RGBA, AVCOL_SPC_SMPTE170M, AVCOL_SPC_UNSPECIFIED } from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import { check } from '../node-av/check.ts';

/** A picture of a video, scaled and converted to RGBA. */
export interface ScaledPicture {
  /** Its time, in milliseconds from the video's first picture. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
  /** Rows without gaps. */
  readonly rgba: Uint8Array;
}

/** Scales decoded pictures on threads of its own, into memory that is reused. */
export interface PictureScaler {
  readonly size: { readonly width: number; readonly height: number };
  /** Scales a frame; null if its format is not supported. */
  scale(frame: Frame, at: number): Promise<ScaledPicture | null>;
  /** Allows the memory of a picture to be reused. */
  release(picture: ScaledPicture): void;
  close(): void;
}

interface PictureBuffer {
  readonly frame: Frame;
  readonly rgba: Uint8Array;
}

/** Creates a scaler to the smallest size that covers `cover`, at most the size of the source. */
export function createPictureScaler(
  source: { readonly width: number; readonly height: number },
  cover: { readonly width: number; readonly height: number },
): PictureScaler {
  // Never scale up: the compositor can do that, and more pixels cost more on the way.
  const scale = Math.min(1, Math.max(cover.width / source.width, cover.height / source.height));
  const size = { width: Math.round(source.width * scale), height: Math.round(source.height * scale) };
  const scaler = new SoftwareScaleContext();
  scaler.allocContext();
  // The default, bicubic, costs twice as much and looks hardly better behind a play.
  scaler.setOption('sws_flags', 'bilinear');
  const spare: PictureBuffer[] = [];
  const used = new Map<ScaledPicture, PictureBuffer>();

  function newBuffer(): PictureBuffer {
    const frame = new Frame();
    frame.alloc();
    frame.format = AV_PIX_FMT_RGBA;
    frame.width = size.width;
    frame.height = size.height;
    check(frame.getBuffer(1), 'allocating a picture');
    // Read `frame.data` only once: each access creates views of all its megabytes.
    return { frame, rgba: frame.data![0]!.subarray(0, size.width * size.height * 4) };
  }

  return {
    size,
    async scale(frame, at) {
      const buffer = spare.pop() ?? newBuffer();
      // Without a colour space, the video is BT.601 whatever its size, as in the game.
      if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = AVCOL_SPC_SMPTE170M;
      if ((await scaler.scaleFrame(buffer.frame, frame)) < 0) {
        spare.push(buffer);
        return null;
      }
      const picture = { at, ...size, rgba: buffer.rgba };
      used.set(picture, buffer);
      return picture;
    },
    release(picture) {
      const buffer = used.get(picture);
      used.delete(picture);
      if (buffer) spare.push(buffer);
    },
    close() {
      for (const { frame } of [...spare, ...used.values()]) frame.free();
      spare.length = 0;
      used.clear();
      scaler.freeContext();
    },
  };
}
