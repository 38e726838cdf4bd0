import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  type FFEncoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib';
import type { FrameSource } from '../../src/rendering/render/encode-frames.ts';
import type { VideoSettings } from '../../src/rendering/video/index.ts';
import { createMuxer } from '../../src/rendering/video/node-av/muxer.ts';

export interface X264Input {
  /** The options of x264 by their FFmpeg names. */
  readonly options: Readonly<Record<string, string>>;
  readonly frames: number;
  readonly source: FrameSource;
}

/** Encodes frames with x264 as the program does, but with any options. */
export async function encodeWithX264(
  settings: Pick<VideoSettings, 'file' | 'width' | 'height' | 'fps' | 'encoder'>,
  { options, frames, source }: X264Input,
): Promise<void> {
  const { file, width, height, fps } = settings;
  const codec = Codec.findEncoderByName(settings.encoder as FFEncoderCodec);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, fps);
  encoder.framerate = new Rational(fps, 1);
  encoder.colorRange = AVCOL_RANGE_MPEG;
  encoder.colorPrimaries = AVCOL_PRI_BT709;
  encoder.colorTrc = AVCOL_TRC_BT709;
  encoder.colorSpace = AVCOL_SPC_BT709;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  for (const [name, value] of Object.entries(options)) encoder.setOption(name, value);
  if (encoder.open2Sync(codec, null) < 0) throw new Error(`The encoder does not accept ${JSON.stringify(options)}.`);

  const muxer = createMuxer(file, 'mp4');
  const write = muxer.addStream(encoder);
  await muxer.open();
  const packet = new Packet();
  packet.alloc();
  function drain(): void {
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.duration = 1n;
      write(packet);
    }
  }
  // As in the program, the next frame is copied while the encoder takes the previous one.
  const pictures: Picture[] = [];
  let sending: Promise<unknown> = Promise.resolve();
  for (let number = 0; number < frames; number++) {
    await source.draw(number);
    // The last one is being sent, and the encoder keeps references to others, which are not writable.
    const free = pictures.slice(0, -1).findIndex(({ frame }) => frame.isWritable);
    const picture = free < 0 ? newPicture({ width, height }) : pictures.splice(free, 1)[0]!;
    pictures.push(picture);
    copyPlanes(source.compositor.i420(), picture, { width, height });
    picture.frame.pts = BigInt(number);
    await sending;
    drain();
    sending = encoder.sendFrame(picture.frame);
  }
  await sending;
  drain();
  await encoder.sendFrame(null);
  drain();
  for (const { frame } of pictures) frame.free();
  await muxer.finish();
  await muxer.close();
  packet.free();
  encoder.freeContext();
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Picture {
  readonly frame: Frame;
  readonly planes: readonly { readonly data: Buffer; readonly strideBytes: number }[];
}

function newPicture({ width, height }: Size): Picture {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_PIX_FMT_YUV420P;
  frame.width = width;
  frame.height = height;
  frame.getBuffer(0);
  const { data, linesize } = frame;
  return { frame, planes: [0, 1, 2].map((plane) => ({ data: data![plane]!, strideBytes: linesize[plane]! })) };
}

function copyPlanes(i420: Uint8Array, { planes }: Picture, { width, height }: Size): void {
  let at = 0;
  for (const [plane, { data, strideBytes }] of planes.entries()) {
    const [rowBytes, rows] = plane === 0 ? [width, height] : [width / 2, height / 2];
    const pixels = i420.subarray(at, at + rowBytes * rows);
    if (strideBytes === rowBytes) data.set(pixels);
    else
      for (let row = 0; row < rows; row++)
        data.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), row * strideBytes);
    at += rowBytes * rows;
  }
}
