import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { avGetCodecName, Codec, CodecContext, Frame, Packet, type Stream } from 'node-av/lib';
import { type Container, openContainer } from '../node-av/container.ts';
import type { Planes } from './block-differences.ts';

/** A segment that is read to be compared. It may come from anyone. */
export interface SegmentInput {
  readonly width: number;
  readonly height: number;
  /** The parameter sets of the stream. */
  readonly headers: Buffer;
  /** Reads the next packet, valid until the next call; null at the end. Read either packets or pictures. */
  nextPacket(): EncodedPacket | null;
  /** Decodes the next picture, valid until the next call; null at the end. Throws `SegmentRefused`. */
  nextPicture(): DecodedPicture | null;
  close(): void;
}

export interface EncodedPacket {
  readonly data: Buffer;
  readonly isKey: boolean;
  /** When it is shown and when it is decoded, in seconds. */
  readonly shownAt: number;
  readonly decodedAt: number;
}

export interface DecodedPicture {
  readonly planes: Planes;
  readonly shownAt: number;
}

/** A file is no segment that could be joined. */
export class SegmentRefused extends Error {
  override readonly name = 'SegmentRefused';
}

const maxSidePx = 8_192;
const maxPx = maxSidePx * 4_608;
const threads = 2;

/** Opens a file with H.264 pictures and nothing else. Throws `SegmentRefused`. */
export function openSegmentInput(file: string): SegmentInput {
  const container = openContainer(file, 'mov');
  if (!container) throw new SegmentRefused('It is not an mp4 file.');
  try {
    return inputFrom(container, onlyStream(container));
  } catch (error) {
    container.close();
    throw error;
  }
}

function onlyStream({ format }: Container): Stream {
  const [stream, ...others] = format.streams;
  if (!stream || others.length > 0) throw new SegmentRefused(`It has ${format.streams.length} streams; expected 1.`);
  const { codecType, codecId, width, height } = stream.codecpar;
  const codec = avGetCodecName(codecId) ?? 'nothing known';
  if (codecType !== AVMEDIA_TYPE_VIDEO || codec !== 'h264')
    throw new SegmentRefused(`It contains ${codec}; expected h264.`);
  const isSide = (px: number) => px > 0 && px <= maxSidePx;
  if (!isSide(width) || !isSide(height) || width * height > maxPx)
    throw new SegmentRefused(`It has ${width}×${height} pixels.`);
  return stream;
}

function inputFrom(container: Container, stream: Stream): SegmentInput {
  const { format } = container;
  const { width, height } = stream.codecpar;
  const { num, den } = stream.timeBase;
  const secondsOf = (time: bigint) => (Number(time) * num) / den;
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  let decoder: CodecContext | null = null;
  let isEnded = false;

  function sendNext(to: CodecContext): void {
    packet.unref();
    isEnded = format.readFrameSync(packet) < 0;
    if (to.sendPacketSync(isEnded ? null : packet) < 0 && !isEnded)
      throw new SegmentRefused('A picture cannot be decoded.');
  }

  return {
    width,
    height,
    headers: Buffer.from(stream.codecpar.extradata ?? []),
    nextPacket() {
      packet.unref();
      if (format.readFrameSync(packet) < 0) return null;
      const { data, isKeyframe, pts, dts } = packet;
      return {
        data: data ?? Buffer.alloc(0),
        isKey: isKeyframe,
        shownAt: secondsOf(pts),
        decodedAt: secondsOf(dts),
      };
    },
    nextPicture() {
      decoder ??= openDecoder(stream);
      while (decoder.receiveFrameSync(frame) < 0) {
        if (isEnded) return null;
        sendNext(decoder);
      }
      // A stream can change the size of its pictures.
      const isExpected = frame.width === width && frame.height === height && formats.has(frame.format as number);
      if (!isExpected) throw new SegmentRefused('Its pictures change their size or format.');
      return { planes: planesOf(frame), shownAt: secondsOf(frame.bestEffortTimestamp) };
    },
    close() {
      frame.free();
      packet.free();
      decoder?.freeContext();
      container.close();
    },
  };
}

const formats: ReadonlySet<number> = new Set([AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P]);

function openDecoder({ codecpar, timeBase }: Stream): CodecContext {
  const codec = Codec.findDecoder(codecpar.codecId);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.setOption('max_pixels', String(maxPx));
  // A damaged picture is an error instead of a guess.
  decoder.setOption('err_detect', 'explode');
  decoder.threadCount = threads;
  if (decoder.parametersToContext(codecpar) >= 0) {
    decoder.pktTimebase = timeBase;
    if (decoder.open2Sync(codec, null) >= 0) return decoder;
  }
  decoder.freeContext();
  throw new SegmentRefused('Its pictures cannot be decoded.');
}

function planesOf(frame: Frame): Planes {
  // Each access creates views of all planes.
  const { data, linesize } = frame;
  const plane = (index: number) => {
    const bytes = data?.[index];
    if (!bytes) throw new SegmentRefused('A picture lacks a plane.');
    return { data: bytes, strideBytes: linesize[index] ?? 0 };
  };
  return [plane(0), plane(1), plane(2)];
}
