import { setImmediate } from 'node:timers/promises';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_FRAME_DATA_REGIONS_OF_INTEREST,
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
import { encoderOptions, keyFrameDistance, ratesTiles, usesChangeHints } from '../encoder-options.ts';
import { maxQueuedPictures } from '../engine.ts';
import { changeHintsLength, writeChangeHints } from './change-hints.ts';
import { check } from './check.ts';
import { drain, flush } from './drain.ts';
import type { Muxer } from './muxer.ts';
import { createTileQuality, qualityRegionsLength } from './tile-quality.ts';

/** Returns whether FFmpeg's libraries have the encoder, and it accepts pictures in ordinary memory. */
export function hasNodeAvEncoder(name: string): boolean {
  return Codec.findEncoderByName(name as FFEncoderCodec)?.pixelFormats?.includes(AV_PIX_FMT_YUV420P) ?? false;
}

/** Opens the encoder for pictures. */
export function createPictureEncoder(settings: VideoSettings) {
  const usesHints = usesChangeHints(settings);
  const encoder = openPictureEncoder(settings, {
    ...encoderOptions(settings, ratesTiles(settings)),
    ...(usesHints && { mb_info: '1' }),
  });
  const packet = new Packet();
  packet.alloc();
  const rateTiles = ratesTiles(settings)
    ? createTileQuality({ ...settings, keyFrameDistance: keyFrameDistance(settings.fps) })
    : null;
  // One buffer is filled while the others wait or are encoded.
  const buffers = Array.from({ length: maxQueuedPictures(settings) + 1 }, () => newPictureBuffer(settings));
  const { onCallersThread = false } = settings;
  let count = 0n;
  let write: (packet: Packet) => void;

  return {
    writeTo(muxer: Muxer): void {
      const writePacket = muxer.addStream(encoder);
      write = (encoded) => {
        // Encoders leave the duration empty, and then a player does not show the last picture.
        encoded.duration = 1n;
        writePacket(encoded);
      };
    },

    add(planes: Uint8Array, changedTiles?: Uint8Array): () => Promise<void> {
      // An encoder may keep a reference to a frame; then the frame is left to it and replaced.
      let buffer = buffers.shift();
      if (!buffer?.frame.isWritable) {
        buffer?.frame.free();
        buffer = newPictureBuffer(settings);
      }
      buffers.push(buffer);
      copyPlanes(planes, buffer, settings);
      const { frame } = buffer;
      frame.pts = count++;
      frame.pictType = AV_PICTURE_TYPE_NONE;
      if (usesHints && changedTiles) buffer.hints ??= newHints(frame, settings);
      if (buffer.hints) writeChangeHints(buffer.hints, changedTiles, settings);
      if (rateTiles) {
        buffer.regions ??= newRegions(frame, settings);
        rateTiles(buffer.regions, changedTiles);
      }
      return async () => {
        check(onCallersThread ? encoder.sendFrameSync(frame) : await encoder.sendFrame(frame), 'encoding a picture');
        drain(encoder, packet, write);
        // Otherwise messages from other processes and stop signals would wait until the end of the video.
        if (onCallersThread) await setImmediate();
      };
    },

    finish: () => flush(encoder, packet, write),

    close(): void {
      packet.free();
      for (const { frame } of buffers) frame.free();
      encoder.freeContext();
    },
  };
}

/** Opens an encoder with options by their FFmpeg names. */
export function openPictureEncoder(
  { encoder: name, width, height, fps }: Pick<VideoSettings, 'encoder' | 'width' | 'height' | 'fps'>,
  options: Readonly<Record<string, string>>,
): CodecContext {
  const codec = Codec.findEncoderByName(name as FFEncoderCodec);
  if (!codec) throw new Failure('video/encoder-missing', `This build of FFmpeg has no encoder "${name}".`);
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
    // Set options one by one: node-av 6.1.1 frees a dictionary of options twice.
    for (const [option, value] of Object.entries(options)) check(encoder.setOption(option, value), option);
  } catch (cause) {
    encoder.freeContext();
    throw new Failure('video/options-invalid', `${name} does not accept the option ${(cause as Error).message}.`, {
      cause,
    });
  }
  const opened = encoder.open2Sync(codec, null);
  if (opened < 0) {
    encoder.freeContext();
    throw new Failure(
      'video/encoder-missing',
      `${name} does not work on this machine: ${FFmpegError.strerror(opened)}. Check its hardware and driver.`,
    );
  }
  return encoder;
}

type PictureSize = Pick<VideoSettings, 'width' | 'height'>;

/** A frame with views of its memory: reading `frame.data` creates new buffers each time, megabytes of garbage for V8. */
export interface PictureBuffer {
  readonly frame: Frame;
  readonly planes: readonly { readonly data: Buffer; readonly strideBytes: number }[];
  /** Null until the first table of changed tiles. */
  hints: Uint32Array | null;
  /** Null until the tiles of a picture are rated. */
  regions: Int32Array | null;
}

/** Allocates a picture. */
export function newPictureBuffer({ width, height }: PictureSize): PictureBuffer {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_PIX_FMT_YUV420P;
  frame.width = width;
  frame.height = height;
  check(frame.getBuffer(0), 'allocating a picture');
  frame.colorRange = AVCOL_RANGE_MPEG;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  frame.colorSpace = AVCOL_SPC_BT709;
  const { data, linesize } = frame;
  return {
    frame,
    planes: [0, 1, 2].map((plane) => ({ data: data![plane]!, strideBytes: linesize[plane]! })),
    hints: null,
    regions: null,
  };
}

function newHints(frame: Frame, size: VideoSettings): Uint32Array {
  const length = changeHintsLength(size);
  const { buffer, byteOffset } = frame.newSideData(AV_FRAME_DATA_VIDEO_HINT, length * 4);
  return new Uint32Array(buffer, byteOffset, length);
}

function newRegions(frame: Frame, size: VideoSettings): Int32Array {
  const length = qualityRegionsLength(size);
  const { buffer, byteOffset } = frame.newSideData(AV_FRAME_DATA_REGIONS_OF_INTEREST, length * 4);
  return new Int32Array(buffer, byteOffset, length);
}

/** Copies planes without gaps into FFmpeg's rows, which may be padded. */
export function copyPlanes(from: Uint8Array, buffer: PictureBuffer, { width, height }: PictureSize): void {
  let at = 0;
  for (const [plane, { data, strideBytes }] of buffer.planes.entries()) {
    const rowBytes = plane === 0 ? width : width / 2;
    const rows = plane === 0 ? height : height / 2;
    if (strideBytes === rowBytes) data.set(from.subarray(at, at + rowBytes * rows));
    else
      for (let row = 0; row < rows; row++)
        data.set(from.subarray(at + row * rowBytes, at + (row + 1) * rowBytes), row * strideBytes);
    at += rowBytes * rows;
  }
}
