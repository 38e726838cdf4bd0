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
  /** As FFmpeg names them. */
  readonly options?: Readonly<Record<string, string>>;
}

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
  let sound = newSound(frameSize);
  let held = 0;
  let position = 0n;
  let write: (packet: Packet) => void;

  /** As much as there is room for, from a place of the samples on; returns the place where it ends. */
  function hold(samples: Float32Array, from: number): number {
    const [left, right] = sound.sides;
    const count = Math.min(frameSize - held, (samples.length - from) >> 1);
    for (let index = 0; index < count; index++) {
      left[held + index] = samples[from + 2 * index]!;
      right[held + index] = samples[from + 2 * index + 1]!;
    }
    held += count;
    return from + 2 * count;
  }

  /** Here and now: handing so small a piece of work to another thread takes a fifth of what it costs. */
  function encodeHeld(): void {
    const { frame } = sound;
    frame.nbSamples = held;
    frame.pts = position;
    position += BigInt(held);
    held = 0;
    check(encoder.sendFrameSync(frame), 'encoding sound');
    drain(encoder, packet, write);
    // An encoder may keep a frame for longer than it takes to send it; then it keeps it, and another is made.
    if (!frame.isWritable) {
      frame.free();
      sound = newSound(frameSize);
    }
  }

  return {
    writeTo(muxer: Muxer): void {
      write = muxer.addStream(encoder);
    },

    take(samples: Float32Array): () => Promise<void> {
      const copy = samples.slice();
      return async () => {
        for (let at = 0; at + 1 < copy.length; ) {
          at = hold(copy, at);
          if (held === frameSize) encodeHeld();
        }
      };
    },

    async finish(): Promise<void> {
      if (held > 0) encodeHeld();
      await flush(encoder, packet, write);
    },

    close(): void {
      packet.free();
      sound.frame.free();
      encoder.freeContext();
    },
  };
}

/** A frame with its memory in view: each look at a frame's data makes buffers anew. */
interface Sound {
  readonly frame: Frame;
  readonly sides: readonly [left: Float32Array, right: Float32Array];
}

function newSound(samples: number): Sound {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = sampleRate;
  frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  frame.nbSamples = samples;
  check(frame.getBuffer(0), 'making room for sound');
  const side = ({ buffer, byteOffset }: Buffer) => new Float32Array(buffer, byteOffset, samples);
  const [left, right] = frame.data!;
  return { frame, sides: [side(left!), side(right!)] };
}
