import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, type Stream } from 'node-av/lib';
import { type MediaSource, openContainer } from '../node-av/container.ts';

export type AudioSource = MediaSource;

/** Decodes a sound file, frame by frame. */
export interface AudioInput {
  /** Returns the next decoded frame, valid until the next call; null at the end. Skips frames that cannot be decoded. */
  next(): Frame | null;
  /** Skips, without decoding, the packets that end before a time; returns how many seconds were skipped. */
  skip(seconds: number): number;
  close(): void;
}

/** The formats that the game supports, and one that often has their file extensions. */
const formats = 'mp3,ogg,wav,flac,aac,mov';

/** FFmpeg would search all samples of a wav file for other formats, at 20 ms per second of sound. */
const options = { max_probe_packets: '1' };

/** Opens a sound file; null if it contains no sound that can be decoded. */
export function openAudioInput(source: AudioSource): AudioInput | null {
  const container = openContainer(source, formats, options);
  if (!container) return null;
  const { format, close: closeContainer } = container;
  const decoder = new CodecContext();
  const frame = new Frame();
  const packet = new Packet();

  function close(): void {
    packet.free();
    frame.free();
    decoder.freeContext();
    closeContainer();
  }

  function open(): Stream | null {
    const index = format.findBestStream(AVMEDIA_TYPE_AUDIO, -1, -1);
    const stream = format.streams[index];
    if (!stream) return null;
    const codec = Codec.findDecoder(stream.codecpar.codecId);
    if (!codec) return null;
    decoder.allocContext3(codec);
    if (decoder.parametersToContext(stream.codecpar) < 0) return null;
    decoder.pktTimebase = stream.timeBase;
    return decoder.open2Sync(codec, null) < 0 ? null : stream;
  }

  const stream = open();
  if (stream === null) {
    close();
    return null;
  }
  frame.alloc();
  packet.alloc();
  const { index } = stream;
  const { num, den } = stream.timeBase;
  const secondsOf = (pts: bigint) => (Number(pts - stream.startTime) * num) / den;
  let isEnded = false;

  /** Reads the next packet of the stream into `packet`; returns false at the end. */
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
        if (isEnded) return null;
        if (readPacket()) {
          decoder.sendPacketSync(packet);
          packet.unref();
        } else {
          isEnded = true;
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
