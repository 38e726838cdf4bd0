import { rename, rm } from 'node:fs/promises';
import { AV_PIX_FMT_BGRA, AV_PIX_FMT_PAL8, AV_PIX_FMT_RGB0, type FFEncoderCodec } from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib';
import { encodingFailureOf } from '../encoding-failure.ts';
import { check } from '../node-av/check.ts';
import { drain, flush } from '../node-av/drain.ts';
import { createMuxer } from '../node-av/muxer.ts';
import { temporaryPathOf } from '../temporary-path.ts';
import { createFilterGraph } from './filter-graph.ts';

export type AnimationKind = 'gif' | 'webp';

export interface AnimationSettings {
  /** The file to write; it appears only when it is finished. */
  readonly file: string;
  readonly kind: AnimationKind;
  readonly width: number;
  readonly height: number;
  /** A divisor of 100, because GIFs count hundredths of a second. */
  readonly fps: number;
}

/** Rows of red, green, blue and an ignored byte, from the top left on. */
export interface AnimationPicture {
  readonly pixels: Uint8Array;
  readonly strideBytes: number;
}

const encoders = {
  gif: { codec: 'gif', format: AV_PIX_FMT_PAL8, options: {} },
  webp: { codec: 'libwebp_anim', format: AV_PIX_FMT_BGRA, options: { quality: '70', compression_level: '4' } },
} as const;

/** Encodes pictures as an animation that repeats forever. A failure leaves no file behind. */
export async function encodeAnimation(
  settings: AnimationSettings,
  pictures: AsyncIterable<AnimationPicture>,
): Promise<void> {
  const temporaryFile = temporaryPathOf(settings.file);
  try {
    await encode({ ...settings, file: temporaryFile }, pictures);
    await rename(temporaryFile, settings.file);
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw encodingFailureOf(error);
  }
}

async function encode(settings: AnimationSettings, pictures: AsyncIterable<AnimationPicture>): Promise<void> {
  const { file, kind } = settings;
  const graph = createFilterGraph(kind, settings);
  const encoder = openEncoder(settings);
  const muxer = createMuxer(file, kind);
  const packet = new Packet();
  packet.alloc();
  try {
    const writePacket = muxer.addStream(encoder);
    const write = (encoded: Packet) => {
      // Encoders leave the duration empty, and then the last picture disappears at once.
      encoded.duration = 1n;
      writePacket(encoded);
    };
    const encodeReady = async () => {
      for (let ready = graph.pull(); ready; ready = graph.pull()) {
        check(await encoder.sendFrame(ready), 'encoding a picture');
        drain(encoder, packet, write);
      }
    };
    await muxer.open();
    let count = 0n;
    for await (const picture of pictures) {
      const frame = frameOf(picture, settings);
      frame.pts = count++;
      await graph.push(frame);
      frame.free();
      await encodeReady();
    }
    await graph.push(null);
    await encodeReady();
    await flush(encoder, packet, write);
    await muxer.finish();
  } finally {
    await muxer.close();
    packet.free();
    encoder.freeContext();
    graph.close();
  }
}

function openEncoder({ kind, width, height, fps }: AnimationSettings): CodecContext {
  const { codec: name, format, options } = encoders[kind];
  const codec = Codec.findEncoderByName(name as FFEncoderCodec);
  if (!codec) throw new Error(`This build of FFmpeg has no encoder "${name}".`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = format;
  encoder.timeBase = new Rational(1, fps);
  encoder.framerate = new Rational(fps, 1);
  for (const [option, value] of Object.entries(options)) check(encoder.setOption(option, value), option);
  check(encoder.open2Sync(codec, null), `opening ${name}`);
  return encoder;
}

function frameOf({ pixels, strideBytes }: AnimationPicture, { width, height }: AnimationSettings): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_PIX_FMT_RGB0;
  frame.width = width;
  frame.height = height;
  check(frame.getBuffer(0), 'allocating a picture');
  const [data] = frame.data!;
  const [rowBytes] = frame.linesize;
  for (let row = 0; row < height; row++)
    data!.set(pixels.subarray(row * strideBytes, row * strideBytes + width * 4), row * rowBytes!);
  return frame;
}
