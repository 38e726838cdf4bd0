import { AVDISCARD_ALL, AVMEDIA_TYPE_VIDEO, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { avGetCodecName, Codec, CodecContext, type Frame, Packet, type Stream } from 'node-av/lib';
import { type Container, type MediaSource, openContainer } from '../node-av/container.ts';

/** Decodes a video file, picture by picture, on threads of its own. */
export interface ClipInput {
  readonly width: number;
  readonly height: number;
  /** Returns the time from the first picture to the end of the last readable one. Reads the whole file and rewinds it. */
  measureDurationMs(): number;
  /** Decodes the next picture; returns its time in milliseconds from the first, or null at the end. */
  decodeNext(into: Frame): Promise<number | null>;
  /** Goes to a key frame at or before a time; returns false if that is impossible. */
  seek(ms: number): boolean;
  close(): void;
}

/** The formats and codecs of beatmap videos. */
const formats = 'avi,flv,mov,matroska,mpeg,asf,ogg';
const codecs = new Set(
  (
    'h264 hevc av1 vp8 vp9 vp6 vp6f vp6a theora flv1 h263 mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4v3 ' +
    'mpeg1video mpeg2video wmv1 wmv2 wmv3 vc1 mjpeg'
  ).split(' '),
);
const max = { sidePx: 4_096, px: 4_096 * 2_304 };
const threads = 2;
/** More than four hours at 60 frames per second. */
const maxPackets = 1_000_000;
/** The last picture may last longer than its packet says. */
const maxLastPictureMs = 1_000;
/** After this many broken packets in a row, the rest of the file is considered broken. */
const maxErrors = 200;

/** Opens a video; null if it contains no video stream that can be decoded within our limits. */
export function openClipInput(source: MediaSource): ClipInput | null {
  const container = openContainer(source, formats);
  if (!container) return null;
  const index = container.format.findBestStream(AVMEDIA_TYPE_VIDEO, -1, -1);
  const stream = container.format.streams[index];
  const decoder = stream ? openDecoder(container, stream) : null;
  if (!stream || !decoder) {
    container.close();
    return null;
  }
  return inputFrom(container, decoder, stream);
}

function openDecoder({ format }: Container, { index, codecpar, timeBase }: Stream): CodecContext | null {
  const { width, height, codecId } = codecpar;
  if (!(width > 0 && height > 0 && width <= max.sidePx && height <= max.sidePx && width * height <= max.px))
    return null;
  const codec = codecs.has(avGetCodecName(codecId) ?? '') ? Codec.findDecoder(codecId) : null;
  if (!codec) return null;
  for (const stream of format.streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.setOption('max_pixels', String(max.px));
  decoder.threadCount = threads;
  if (decoder.parametersToContext(codecpar) >= 0) {
    decoder.pktTimebase = timeBase;
    if (decoder.open2Sync(codec, null) >= 0) return decoder;
  }
  decoder.freeContext();
  return null;
}

function inputFrom(container: Container, decoder: CodecContext, stream: Stream): ClipInput {
  const { format } = container;
  const { index } = stream;
  const { num, den } = stream.timeBase;
  const tickMs = (num * 1000) / den;
  const first = stream.startTime >= minKnownTime ? stream.startTime : 0n;
  const rate = stream.avgFrameRate.toDouble();
  const frameMs = rate >= 1 && rate <= 1000 ? 1000 / rate : 40;
  const packet = new Packet();
  packet.alloc();
  let isEnded = false;
  let last = -frameMs;

  function readPacket(): boolean {
    while (format.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === index) return true;
      packet.unref();
    }
    return false;
  }

  /**
   * Trusts the duration in the file, unless the readable pictures end long before it. In a broken or truncated file, the
   * index may still lead to later pictures, and which of them are found would depend on the order of requests.
   */
  function measureDurationMs(): number {
    const readableMs = readableDurationMs();
    format.seekFrameSync(index, first, AVSEEK_FLAG_BACKWARD);
    const declaredMs = declaredDurationMs();
    return declaredMs > 0 && declaredMs - readableMs < maxLastPictureMs ? declaredMs : readableMs;
  }

  function declaredDurationMs(): number {
    // MPEG files have no duration, and FFmpeg's estimate is bad.
    if (format.iformat?.name === 'mpeg') return 0;
    return stream.duration > 0n ? Number(stream.duration) * tickMs : Number(format.duration) / 1000;
  }

  function readableDurationMs(): number {
    let end = 0;
    for (let packets = 0; packets < maxPackets && readPacket(); packets++) {
      // Not every packet has a time.
      const at = packet.pts >= minKnownTime ? Number(packet.pts - first) * tickMs : packets * frameMs;
      end = Math.max(end, at + Math.max(frameMs, Number(packet.duration) * tickMs));
      packet.unref();
    }
    return end;
  }

  return {
    width: stream.codecpar.width,
    height: stream.codecpar.height,
    measureDurationMs,
    async decodeNext(into) {
      for (let errors = 0; errors < maxErrors; ) {
        if ((await decoder.receiveFrame(into)) >= 0) {
          const time = into.bestEffortTimestamp;
          last = time >= minKnownTime ? Number(time - first) * tickMs : last + frameMs;
          return last;
        }
        if (isEnded) return null;
        isEnded = !readPacket();
        if ((await decoder.sendPacket(isEnded ? null : packet)) < 0) errors++;
        if (!isEnded) packet.unref();
      }
      return null;
    },
    seek(ms) {
      decoder.flushBuffers();
      isEnded = false;
      last = ms - frameMs;
      return format.seekFrameSync(index, first + BigInt(Math.floor(ms / tickMs)), AVSEEK_FLAG_BACKWARD) >= 0;
    },
    close() {
      packet.free();
      decoder.freeContext();
      container.close();
    },
  };
}

/** Lower times are unknown: FFmpeg marks them with −2^63. */
const minKnownTime = -(2n ** 62n);
