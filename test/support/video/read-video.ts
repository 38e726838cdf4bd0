import { readFileSync } from 'node:fs';
import { AV_PICTURE_TYPE_B, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { avGetCodecName, avGetPixFmtName, Codec, CodecContext, FormatContext, Frame, Packet } from 'node-av/lib';
import { decodeStream } from '../../../src/rendering/video/audio/decode.ts';
import { readAll } from './test-sound.ts';

/** A video file as FFmpeg decodes it. */
export interface ReadVideo {
  readonly codecs: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly durationSeconds: number;
  readonly pixelFormat: string;
  /** Range, primaries, transfer and matrix as numbered by H.264: 1 is limited range, 1 is BT.709. */
  readonly colour: readonly number[];
  /** The time of each picture in seconds, in order. */
  readonly times: readonly number[];
  readonly keyFrames: readonly number[];
  /** The numbers of the B-frames. */
  readonly bFrames: readonly number[];
  /** The Y, U and V planes of each requested picture. */
  readonly pictures: ReadonlyMap<number, Buffer>;
  /** Interleaved stereo at 48,000 per second; empty without sound. */
  readonly samples: Float32Array;
  readonly audio: { readonly sampleRate: number; readonly channels: number } | null;
  /** The names of the file's outermost boxes, in order. */
  readonly boxes: readonly string[];
}

/** Decodes a video file; `requestedPictures` are the numbers of the pictures to return. */
export function readVideo(file: string, requestedPictures: readonly number[] = []): ReadVideo {
  const format = new FormatContext();
  if (format.openInputSync(file) < 0 || format.findStreamInfoSync(null) < 0) throw new Error(`${file} is not a video.`);
  const stream = format.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO)!;
  const sound = format.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  const codec = Codec.findDecoder(stream.codecpar.codecId)!;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.parametersToContext(stream.codecpar);
  decoder.open2Sync(codec, null);
  const frame = new Frame();
  frame.alloc();
  const packet = new Packet();
  packet.alloc();
  const times: number[] = [];
  const keyFrames: number[] = [];
  const bFrames: number[] = [];
  const pictures = new Map<number, Buffer>();

  function receiveFrames(): void {
    while (decoder.receiveFrameSync(frame) >= 0) {
      if (frame.keyFrame) keyFrames.push(times.length);
      if (frame.pictType === AV_PICTURE_TYPE_B) bFrames.push(times.length);
      if (requestedPictures.includes(times.length)) pictures.set(times.length, frame.toBuffer());
      times.push(Number(frame.bestEffortTimestamp) * stream.timeBase.toDouble());
    }
  }
  while (format.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === stream.index) {
      decoder.sendPacketSync(packet);
      receiveFrames();
    }
    packet.unref();
  }
  decoder.sendPacketSync(null);
  receiveFrames();

  const { codecpar } = stream;
  const result = {
    codecs: format.streams.map(({ codecpar: { codecId } }) => avGetCodecName(codecId) ?? ''),
    width: codecpar.width,
    height: codecpar.height,
    framesPerSecond: stream.avgFrameRate.toDouble(),
    durationSeconds: Number(format.duration) / 1e6,
    pixelFormat: avGetPixFmtName(codecpar.format as never) ?? '',
    colour: [codecpar.colorRange, codecpar.colorPrimaries, codecpar.colorTrc, codecpar.colorSpace],
    times,
    keyFrames,
    bFrames,
    pictures,
    audio: sound ? { sampleRate: sound.codecpar.sampleRate, channels: sound.codecpar.channels } : null,
    samples: sound ? samplesOf(file) : new Float32Array(0),
    boxes: boxesOf(readFileSync(file)),
  };
  packet.free();
  frame.free();
  decoder.freeContext();
  format.closeInputSync();
  return result;
}

function samplesOf(file: string): Float32Array {
  const stream = decodeStream(file)!;
  const samples = readAll(stream);
  stream.close();
  return samples;
}

function boxesOf(bytes: Buffer): string[] {
  const boxes: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    boxes.push(bytes.toString('latin1', at + 4, at + 8));
    at += size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : Math.max(8, size);
  }
  return boxes;
}
