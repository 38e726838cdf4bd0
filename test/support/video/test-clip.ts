import { readFileSync } from 'node:fs';
import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_PIX_FMT_YUV420P, type FFEncoderCodec } from 'node-av/constants';
import { Codec, CodecContext, FormatContext, Frame, Packet, Rational } from 'node-av/lib';
import '../../../src/rendering/video/index.ts';

export interface TestClipOptions {
  readonly file: string;
  /** FFmpeg's names. */
  readonly format: string;
  readonly codec: string;
  readonly width?: number;
  readonly height?: number;
  readonly fps?: number;
  readonly frames: number;
  /** Y, U and V of each picture, which has one colour. */
  readonly colour: (frame: number) => readonly [number, number, number];
  /** The number of pictures from one key frame to the next. */
  readonly keyEvery?: number;
}

/** Encodes a video of plain pictures, and returns its bytes. */
export async function encodeTestClip(options: TestClipOptions): Promise<Uint8Array> {
  const { file, format, width = 64, height = 36, fps = 30, frames, colour, keyEvery = 12 } = options;
  const codec = Codec.findEncoderByName(options.codec as FFEncoderCodec)!;
  const output = new FormatContext();
  check(output.allocOutputContext2(null, format, file));
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  Object.assign(encoder, { width, height, pixelFormat: AV_PIX_FMT_YUV420P, gopSize: keyEvery });
  encoder.timeBase = new Rational(1, fps);
  encoder.framerate = new Rational(fps, 1);
  encoder.bitRate = 4_000_000n;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  check(encoder.open2Sync(codec, null));
  const stream = output.newStream(null);
  check(stream.codecpar.fromContext(encoder));
  stream.timeBase = encoder.timeBase;
  stream.avgFrameRate = encoder.framerate;
  check(await output.openOutput());
  check(await output.writeHeader(null));
  const packet = new Packet();
  packet.alloc();
  const write = () => {
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.streamIndex = stream.index;
      packet.duration = 1n;
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      check(output.interleavedWriteFrameSync(packet));
    }
  };
  for (let index = 0; index < frames; index++) {
    const frame = new Frame();
    frame.alloc();
    Object.assign(frame, { format: AV_PIX_FMT_YUV420P, width, height, pts: BigInt(index) });
    check(frame.getBuffer(0));
    for (const [plane, value] of colour(index).entries()) frame.data![plane]!.fill(value);
    check(encoder.sendFrameSync(frame));
    frame.free();
    write();
  }
  encoder.sendFrameSync(null);
  write();
  check(await output.writeTrailer());
  await output.closeOutput();
  packet.free();
  encoder.freeContext();
  output.freeContext();
  return readFileSync(file);
}

function check(code: number): void {
  if (code < 0) throw new Error(`FFmpeg returned ${code}.`);
}
