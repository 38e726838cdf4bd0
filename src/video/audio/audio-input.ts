import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVSEEK_CUR, AVSEEK_END, AVSEEK_SET, AVSEEK_SIZE } from 'node-av/constants';
import { Codec, CodecContext, FormatContext, Frame, IOContext, Packet } from 'node-av/lib';
import '../node-av/check.ts';

/** A sound file: its bytes, or where it lies. */
export type AudioSource = Uint8Array | string;

/** A sound file being decoded, frame by frame. */
export interface AudioInput {
  /** The next decoded frame, or null at the end; valid until the next call. What cannot be decoded is left out. */
  next(): Frame | null;
  /** Leaves out, undecoded, what ends before a moment; returns how many seconds of sound were left out. */
  skip(seconds: number): number;
  close(): void;
}

/** Formats the game knows, and one that is often found under their names. Playlists and the like can name other files. */
const formats = 'mp3,ogg,wav,flac,aac,mov';

/** Opens a sound file; null where there is nothing in it that can be decoded. */
export function openAudioInput(source: AudioSource): AudioInput | null {
  const bytes = typeof source === 'string' ? fileBytes(source) : memoryBytes(source);
  const io = new IOContext();
  io.allocContextWithCallbacks(32 * 1024, 0, bytes.read, null, bytes.seek);
  const format = new FormatContext();
  format.allocContext();
  format.pb = io;
  format.setOption('format_whitelist', formats);
  format.setOption('protocol_whitelist', 'none');
  const decoder = new CodecContext();
  const frame = new Frame();
  const packet = new Packet();
  let opened = false;

  function close(): void {
    packet.free();
    frame.free();
    decoder.freeContext();
    if (opened) format.closeInputSync();
    else format.freeContext();
    io.freeContext();
    bytes.close();
  }

  function open(): number | null {
    if (format.openInputSync('', null, null) < 0) return null;
    opened = true;
    if (format.findStreamInfoSync(null) < 0) return null;
    const index = format.findBestStream(AVMEDIA_TYPE_AUDIO, -1, -1);
    const stream = format.streams[index];
    if (!stream) return null;
    const codec = Codec.findDecoder(stream.codecpar.codecId);
    if (!codec) return null;
    decoder.allocContext3(codec);
    if (decoder.parametersToContext(stream.codecpar) < 0) return null;
    decoder.pktTimebase = stream.timeBase;
    return decoder.open2Sync(codec, null) < 0 ? null : index;
  }

  const index = open();
  if (index === null) {
    close();
    return null;
  }
  frame.alloc();
  packet.alloc();
  const stream = format.streams[index]!;
  const { num, den } = stream.timeBase;
  const secondsOf = (pts: bigint) => (Number(pts - stream.startTime) * num) / den;
  let ended = false;

  /** The next packet of the stream into `packet`. */
  function readPacket(): boolean {
    while (format.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === index) return true;
      packet.unref();
    }
    return false;
  }

  return {
    next() {
      for (;;) {
        if (decoder.receiveFrameSync(frame) >= 0) return frame;
        if (ended) return null;
        if (readPacket()) {
          decoder.sendPacketSync(packet);
          packet.unref();
        } else {
          ended = true;
          decoder.sendPacketSync(null);
        }
      }
    },
    skip(seconds) {
      if (seconds <= 0 || stream.startTime < 0n) return 0;
      for (;;) {
        if (!readPacket()) return 0;
        const end = secondsOf(packet.pts + packet.duration);
        if (packet.pts < 0n || end > seconds) break;
        packet.unref();
      }
      const skipped = Math.max(0, secondsOf(packet.pts));
      decoder.sendPacketSync(packet);
      packet.unref();
      return skipped;
    },
    close,
  };
}

interface Bytes {
  read(size: number): Buffer | number;
  seek(offset: bigint, whence: number): bigint;
  close(): void;
}

function memoryBytes(source: Uint8Array): Bytes {
  const buffer = Buffer.from(source.buffer, source.byteOffset, source.length);
  return seekable(
    source.length,
    (at, size) => buffer.subarray(at, at + size),
    () => {},
  );
}

function fileBytes(path: string): Bytes {
  const file = openSync(path, 'r');
  const read = (at: number, size: number) => {
    const buffer = Buffer.allocUnsafe(size);
    return buffer.subarray(0, readSync(file, buffer, 0, size, at));
  };
  return seekable(fstatSync(file).size, read, () => closeSync(file));
}

function seekable(length: number, read: (at: number, size: number) => Buffer, close: () => void): Bytes {
  let position = 0;
  return {
    read(size) {
      const found = position < length ? read(position, size) : null;
      if (!found || found.length === 0) return AVERROR_EOF;
      position += found.length;
      return found;
    },
    seek(offset, whence) {
      const origin = { [AVSEEK_SET]: 0, [AVSEEK_CUR]: position, [AVSEEK_END]: length }[whence];
      if (whence === AVSEEK_SIZE) return BigInt(length);
      if (origin === undefined) return -1n;
      position = Math.max(0, origin + Number(offset));
      return BigInt(position);
    },
    close,
  };
}
