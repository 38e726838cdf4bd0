import { AVDISCARD_ALL, AVMEDIA_TYPE_VIDEO, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { avGetCodecName, Codec, CodecContext, type Frame, Packet } from 'node-av/lib';
import { type Container, type MediaSource, openContainer } from '../node-av/container.ts';

/** A video file being decoded, picture by picture. Decoding happens in threads of its own. */
export interface ClipInput {
  readonly width: number;
  readonly height: number;
  /** From its first picture until after the last that is come to from there. Reads all of the file, and begins anew. */
  measureDurationMs(): number;
  /** Decodes the next picture; when it is shown, in milliseconds from the first, or null at the end. */
  decodeNext(into: Frame): Promise<number | null>;
  /** Goes to a picture at or before a time from which all that follow can be decoded; false where that cannot be done. */
  seek(ms: number): boolean;
  close(): void;
}

/** What videos of maps have come in. */
const formats = 'avi,flv,mov,matroska,mpeg,asf,ogg';
const codecs = new Set(
  (
    'h264 hevc av1 vp8 vp9 vp6 vp6f vp6a theora flv1 h263 mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4v3 ' +
    'mpeg1video mpeg2video wmv1 wmv2 wmv3 vc1 mjpeg'
  ).split(' '),
);
const most = { sidePx: 4_096, px: 4_096 * 2_304 };
const threads = 2;
/** Five hours of pictures. */
const mostPackets = 1_000_000;
/** A last picture may be shown for longer than is written on it. */
const believedMs = 1_000;
/** More broken packets than this in a row are no accident. */
const mostErrors = 200;

/** Opens a video; null where there is nothing in it that can and may be decoded. */
export function openClipInput(source: MediaSource): ClipInput | null {
  const container = openContainer(source, formats);
  if (!container) return null;
  const index = container.format.findBestStream(AVMEDIA_TYPE_VIDEO, -1, -1);
  const decoder = index < 0 ? null : openDecoder(container, index);
  if (!decoder) {
    container.close();
    return null;
  }
  return inputFrom(container, decoder, index);
}

function openDecoder({ format }: Container, index: number): CodecContext | null {
  const { codecpar, timeBase } = format.streams[index]!;
  const { width, height, codecId } = codecpar;
  if (!(width > 0 && height > 0 && width <= most.sidePx && height <= most.sidePx && width * height <= most.px))
    return null;
  const codec = codecs.has(avGetCodecName(codecId) ?? '') ? Codec.findDecoder(codecId) : null;
  if (!codec) return null;
  for (const stream of format.streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.setOption('max_pixels', String(most.px));
  decoder.threadCount = threads;
  if (decoder.parametersToContext(codecpar) >= 0) {
    decoder.pktTimebase = timeBase;
    if (decoder.open2Sync(codec, null) >= 0) return decoder;
  }
  decoder.freeContext();
  return null;
}

function inputFrom(container: Container, decoder: CodecContext, index: number): ClipInput {
  const { format } = container;
  const stream = format.streams[index]!;
  const { num, den } = stream.timeBase;
  const tickMs = (num * 1000) / den;
  const first = stream.startTime > noTime ? stream.startTime : 0n;
  const rate = stream.avgFrameRate.toDouble();
  const frameMs = rate >= 1 && rate <= 1000 ? 1000 / rate : 40;
  const packet = new Packet();
  packet.alloc();
  let ended = false;
  let last = -frameMs;

  function readPacket(): boolean {
    while (format.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === index) return true;
      packet.unref();
    }
    return false;
  }

  /**
   * What files tell of their length is believed, unless the pictures end long before: of a file that is broken or cut short,
   * an index may still lead to some of those behind, and which are seen would depend on the way there.
   */
  function measure(): number {
    const found = lastEnd();
    format.seekFrameSync(index, first, AVSEEK_FLAG_BACKWARD);
    const told = toldEnd();
    return told > 0 && told - found < believedMs ? told : found;
  }

  function toldEnd(): number {
    // Of files that do not tell, FFmpeg makes a bad guess.
    if (format.iformat?.name === 'mpeg') return 0;
    return stream.duration > 0n ? Number(stream.duration) * tickMs : Number(format.duration) / 1000;
  }

  function lastEnd(): number {
    let end = 0;
    for (let packets = 0; packets < mostPackets && readPacket(); packets++) {
      // Not every picture has its time written on it.
      const at = packet.pts > noTime ? Number(packet.pts - first) * tickMs : packets * frameMs;
      end = Math.max(end, at + Math.max(frameMs, Number(packet.duration) * tickMs));
      packet.unref();
    }
    return end;
  }

  return {
    width: stream.codecpar.width,
    height: stream.codecpar.height,
    measureDurationMs: measure,
    async decodeNext(into) {
      for (let errors = 0; errors < mostErrors; ) {
        if ((await decoder.receiveFrame(into)) >= 0) {
          const time = into.bestEffortTimestamp;
          last = time > noTime ? Number(time - first) * tickMs : last + frameMs;
          return last;
        }
        if (ended) return null;
        ended = !readPacket();
        if ((await decoder.sendPacket(ended ? null : packet)) < 0) errors++;
        if (!ended) packet.unref();
      }
      return null;
    },
    seek(ms) {
      decoder.flushBuffers();
      ended = false;
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

/** FFmpeg's way to say that a time is not known is the least number there is. */
const noTime = -(2n ** 62n);
