import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  type FFAudioEncoder,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib';
import { sampleRate } from '../encoder.ts';
import { check } from './check.ts';
import { drain, flush } from './drain.ts';
import type { Muxer } from './muxer.ts';

export interface SoundSettings {
  readonly codec: 'aac' | 'libmp3lame' | 'libvorbis';
  readonly bitrate: number;
  /** By their FFmpeg names. */
  readonly options?: Readonly<Record<string, string>>;
}

/** Opens an encoder for stereo samples at 48,000 per second. */
export function createSoundEncoder({ codec: name, bitrate, options = {} }: SoundSettings) {
  const codec = Codec.findEncoderByName(name as FFAudioEncoder);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = sampleRate;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  encoder.bitRate = BigInt(bitrate);
  encoder.timeBase = new Rational(1, sampleRate);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  for (const [option, value] of Object.entries(options)) check(encoder.setOption(option, value), option);
  check(encoder.open2Sync(codec, null), `opening the encoder ${name}`);
  const packet = new Packet();
  packet.alloc();
  const { frameSize } = encoder;
  let buffer = newBuffer(frameSize);
  let filled = 0;
  let position = 0n;
  let write: (packet: Packet) => void;

  /** Copies samples from an index on into the frame, as many as fit; returns the index after the last. */
  function fill(samples: Float32Array, from: number): number {
    const [left, right] = buffer.channels;
    const count = Math.min(frameSize - filled, (samples.length - from) >> 1);
    for (let index = 0; index < count; index++) {
      left[filled + index] = samples[from + 2 * index]!;
      right[filled + index] = samples[from + 2 * index + 1]!;
    }
    filled += count;
    return from + 2 * count;
  }

  /** Encodes on this thread: handing such a small task to another one would cost a fifth of the encoding time. */
  function encodeFrame(): void {
    const { frame } = buffer;
    frame.nbSamples = filled;
    frame.pts = position;
    position += BigInt(filled);
    filled = 0;
    check(encoder.sendFrameSync(frame), 'encoding sound');
    drain(encoder, packet, write);
    // An encoder may keep a reference to a frame; then the frame is left to it and replaced.
    if (!frame.isWritable) {
      frame.free();
      buffer = newBuffer(frameSize);
    }
  }

  return {
    writeTo(muxer: Muxer): void {
      write = muxer.addStream(encoder);
    },

    add(samples: Float32Array): () => Promise<void> {
      const copy = samples.slice();
      return async () => {
        for (let at = 0; at + 1 < copy.length; ) {
          at = fill(copy, at);
          if (filled === frameSize) encodeFrame();
        }
      };
    },

    async finish(): Promise<void> {
      if (filled > 0) encodeFrame();
      await flush(encoder, packet, write);
    },

    close(): void {
      packet.free();
      buffer.frame.free();
      encoder.freeContext();
    },
  };
}

/** A frame with views of its memory: reading `frame.data` creates new buffers each time. */
interface SoundBuffer {
  readonly frame: Frame;
  readonly channels: readonly [left: Float32Array, right: Float32Array];
}

function newBuffer(samples: number): SoundBuffer {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = sampleRate;
  frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  frame.nbSamples = samples;
  check(frame.getBuffer(0), 'allocating sound');
  const channel = ({ buffer, byteOffset }: Buffer) => new Float32Array(buffer, byteOffset, samples);
  const [left, right] = frame.data!;
  return { frame, channels: [channel(left!), channel(right!)] };
}
