import { AVFMT_FLAG_BITEXACT } from 'node-av/constants';
import { type CodecContext, FormatContext, type Packet, Rational, type Stream } from 'node-av/lib';
import { Failure } from '../../../failure.ts';
import { check } from './check.ts';

/** Where encoders put what they make. */
export interface Muxer {
  /** Adds a stream, before the file is opened; the function takes that stream's packets, and empties them. */
  addStream(encoder: CodecContext): (packet: Packet) => void;
  /** The same for a stream of another file, whose packets are taken over; `rate` is what its times are whole parts of. */
  addCopiedStream(stream: Stream, rate: number): (packet: Packet) => void;
  open(): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A mp4 gets its index in front, so that a player can begin before it has the whole file. */
export function createMuxer(file: string, kind: 'mp4' | 'mp3' | 'ogg' | 'gif' | 'webp'): Muxer {
  const format = new FormatContext();
  check(format.allocOutputContext2(null, kind, file), `making an ${kind}`);
  // The same pictures and sounds make the same bytes: no time of day, no version.
  format.setFlags(AVFMT_FLAG_BITEXACT);
  let open = false;

  function writerTo(stream: Stream, timeBase: Rational): (packet: Packet) => void {
    return (packet) => {
      packet.streamIndex = stream.index;
      packet.rescaleTs(timeBase, stream.timeBase);
      writing(format.interleavedWriteFrameSync(packet));
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
      writing(await format.openOutput());
      open = true;
      if (kind === 'mp4') check(format.setOption('movflags', '+faststart'), 'asking for an index in front');
      // GIFs go on for ever by themselves.
      if (kind === 'webp') check(format.setOption('loop', '0'), 'asking to go on for ever');
      writing(await format.writeHeader(null));
    },
    async finish() {
      writing(await format.writeTrailer());
      await format.closeOutput();
      open = false;
    },
    async close() {
      if (open) await format.closeOutput();
      open = false;
      format.freeContext();
    },
  };
}

function writing(code: number): void {
  try {
    check(code, 'The video file could not be written');
  } catch (cause) {
    throw new Failure('video/cannot-write', (cause as Error).message, { cause });
  }
}
