import { AVFMT_FLAG_BITEXACT } from 'node-av/constants';
import { type CodecContext, FormatContext, type Packet, Rational, type Stream } from 'node-av/lib';
import { Failure } from '../../../failure.ts';
import { check } from './check.ts';

/** Writes the packets of encoders into a file. */
export interface Muxer {
  /** Adds a stream, before the file is opened. The returned function writes a packet of that stream and clears it. */
  addStream(encoder: CodecContext): (packet: Packet) => void;
  /** Does the same for a stream copied from another file; its times are multiples of 1 / `rate` seconds. */
  addCopiedStream(stream: Stream, rate: number): (packet: Packet) => void;
  open(): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a muxer. An mp4 gets its index in front, so that a player can start before it has the whole file. */
export function createMuxer(file: string, kind: 'mp4' | 'mp3' | 'ogg' | 'gif' | 'webp'): Muxer {
  const format = new FormatContext();
  check(format.allocOutputContext2(null, kind, file), `creating a file of the format ${kind}`);
  // The same pictures and sounds give the same bytes: no timestamps, no version.
  format.setFlags(AVFMT_FLAG_BITEXACT);
  let isOpen = false;

  function writerTo(stream: Stream, timeBase: Rational): (packet: Packet) => void {
    return (packet) => {
      packet.streamIndex = stream.index;
      packet.rescaleTs(timeBase, stream.timeBase);
      checkWrite(format.interleavedWriteFrameSync(packet));
    };
  }

  return {
    addStream(encoder) {
      const stream = format.newStream(null);
      check(stream.codecpar.fromContext(encoder), 'describing a stream');
      stream.timeBase = encoder.timeBase;
      return writerTo(stream, encoder.timeBase);
    },
    addCopiedStream(source, rate) {
      const stream = format.newStream(null);
      check(source.codecpar.copy(stream.codecpar), 'describing a stream');
      stream.timeBase = new Rational(1, rate);
      return writerTo(stream, source.timeBase);
    },
    async open() {
      checkWrite(await format.openOutput());
      isOpen = true;
      if (kind === 'mp4') check(format.setOption('movflags', '+faststart'), 'setting movflags');
      // A GIF repeats forever by default.
      if (kind === 'webp') check(format.setOption('loop', '0'), 'setting loop');
      checkWrite(await format.writeHeader(null));
    },
    async finish() {
      checkWrite(await format.writeTrailer());
      await format.closeOutput();
      isOpen = false;
    },
    async close() {
      if (isOpen) await format.closeOutput();
      isOpen = false;
      format.freeContext();
    },
  };
}

function checkWrite(code: number): void {
  try {
    check(code, 'The video file could not be written');
  } catch (cause) {
    throw new Failure('video/cannot-write', (cause as Error).message, { cause });
  }
}
