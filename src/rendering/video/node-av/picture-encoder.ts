import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_FRAME_DATA_VIDEO_HINT,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  type FFEncoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from 'node-av/lib';
import { Failure } from '../../../failure.ts';
import type { VideoSettings } from '../encoder.ts';
import { encoderOptions, usesChangeHints } from '../encoder-options.ts';
import { maxQueuedPictures } from '../engine.ts';
import { changeHintsLength, writeChangeHints } from './change-hints.ts';
import { check } from './check.ts';
import { drain, flush } from './drain.ts';
import type { Muxer } from './muxer.ts';

/** Whether this build of FFmpeg's libraries has the encoder, and it takes pictures from ordinary memory. */
export function hasNodeAvEncoder(name: string): boolean {
  return Codec.findEncoderByName(name as FFEncoderCodec)?.pixelFormats?.includes(AV_PIX_FMT_YUV420P) ?? false;
}

export function createPictureEncoder(settings: VideoSettings) {
  const encoder = openEncoder(settings);
  const packet = new Packet();
  packet.alloc();
  const hints = usesChangeHints(settings);
  // One is filled while the others wait and are encoded.
  const pictures = Array.from({ length: maxQueuedPictures + 1 }, () => newPicture(settings));
  let count = 0n;
  let write: (packet: Packet) => void;

  return {
    writeTo(muxer: Muxer): void {
      const add = muxer.addStream(encoder);
      write = (made) => {
        // Encoders do not say how long a picture lasts, and without it a player does not show the last one.
        made.duration = 1n;
        add(made);
      };
    },

    take(planes: Uint8Array, changedTiles?: Uint8Array): () => Promise<void> {
      // An encoder may keep a picture for longer than it takes to send it; then it keeps it, and another is made.
      let picture = pictures.shift()!;
      if (!picture.frame.isWritable) {
        picture.frame.free();
        picture = newPicture(settings);
      }
      pictures.push(picture);
      copyPlanes(planes, picture, settings);
      const { frame } = picture;
      frame.pts = count++;
      frame.pictType = AV_PICTURE_TYPE_NONE;
      if (hints && changedTiles) picture.hints ??= newHints(frame, settings);
      if (picture.hints) writeChangeHints(picture.hints, changedTiles, settings);
      return async () => {
        check(await encoder.sendFrame(frame), 'encoding a picture');
        drain(encoder, packet, write);
      };
    },

    finish: () => flush(encoder, packet, write),

    close(): void {
      packet.free();
      for (const { frame } of pictures) frame.free();
      encoder.freeContext();
    },
  };
}

function openEncoder(settings: VideoSettings): CodecContext {
  const { encoder: name, width, height, fps } = settings;
  const options = encoderOptions(settings);
  const codec = Codec.findEncoderByName(name as FFEncoderCodec);
  if (!codec) throw new Failure('video/encoder-missing', `There is no encoder "${name}" in this build of FFmpeg.`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  try {
    encoder.width = width;
    encoder.height = height;
    encoder.pixelFormat = AV_PIX_FMT_YUV420P;
    encoder.timeBase = new Rational(1, fps);
    encoder.framerate = new Rational(fps, 1);
    encoder.sampleAspectRatio = new Rational(1, 1);
    encoder.colorRange = AVCOL_RANGE_MPEG;
    encoder.colorPrimaries = AVCOL_PRI_BT709;
    encoder.colorTrc = AVCOL_TRC_BT709;
    encoder.colorSpace = AVCOL_SPC_BT709;
    encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    if (usesChangeHints(settings)) check(encoder.setOption('mb_info', '1'), 'mb_info');
    // Options are set one by one: opening with a dictionary frees it twice in node-av 6.1.1.
    for (const [option, value] of Object.entries(options)) check(encoder.setOption(option, value), option);
  } catch (cause) {
    encoder.freeContext();
    throw new Failure('video/options-invalid', `${name} does not take the option ${(cause as Error).message}.`, {
      cause,
    });
  }
  const opened = encoder.open2Sync(codec, null);
  if (opened < 0) {
    encoder.freeContext();
    throw new Failure(
      'video/encoder-missing',
      `${name} cannot be used on this machine: ${FFmpegError.strerror(opened)}. Is there hardware and a driver for it?`,
    );
  }
  return encoder;
}

/** A frame with its memory in view: each look at a frame's data makes buffers anew, megabytes for V8 to collect. */
interface Picture {
  readonly frame: Frame;
  readonly planes: readonly { readonly data: Buffer; readonly strideBytes: number }[];
  /** Null as long as nothing is known of what has changed. */
  hints: Uint32Array | null;
}

function newPicture({ width, height }: VideoSettings): Picture {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_PIX_FMT_YUV420P;
  frame.width = width;
  frame.height = height;
  check(frame.getBuffer(0), 'making room for a picture');
  frame.colorRange = AVCOL_RANGE_MPEG;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  frame.colorSpace = AVCOL_SPC_BT709;
  const { data, linesize } = frame;
  return {
    frame,
    planes: [0, 1, 2].map((plane) => ({ data: data![plane]!, strideBytes: linesize[plane]! })),
    hints: null,
  };
}

function newHints(frame: Frame, size: VideoSettings): Uint32Array {
  const length = changeHintsLength(size);
  const { buffer, byteOffset } = frame.newSideData(AV_FRAME_DATA_VIDEO_HINT, length * 4);
  return new Uint32Array(buffer, byteOffset, length);
}

/** FFmpeg's rows may be longer than the picture is wide. */
function copyPlanes(from: Uint8Array, picture: Picture, { width, height }: VideoSettings): void {
  let at = 0;
  for (const [plane, { data, strideBytes }] of picture.planes.entries()) {
    const rowBytes = plane === 0 ? width : width / 2;
    const rows = plane === 0 ? height : height / 2;
    if (strideBytes === rowBytes) data.set(from.subarray(at, at + rowBytes * rows));
    else
      for (let row = 0; row < rows; row++)
        data.set(from.subarray(at + row * rowBytes, at + (row + 1) * rowBytes), row * strideBytes);
    at += rowBytes * rows;
  }
}
