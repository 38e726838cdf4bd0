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
  const left = new Float32Array(encoder.frameSize);
  const right = new Float32Array(encoder.frameSize);
  let held = 0;
  let position = 0n;
  let write: (packet: Packet) => void;

  async function encodeHeld(): Promise<void> {
    const frame = newFrame(held);
    try {
      for (const [plane, samples] of [left, right].entries())
        frame.data![plane]!.set(new Uint8Array(samples.buffer, 0, held * 4));
      frame.pts = position;
      position += BigInt(held);
      held = 0;
      check(await encoder.sendFrame(frame), 'encoding sound');
    } finally {
      frame.free();
    }
    drain(encoder, packet, write);
  }

  return {
    writeTo(muxer: Muxer): void {
      write = muxer.add(encoder);
    },

    take(samples: Float32Array): () => Promise<void> {
      const copy = samples.slice();
      return async () => {
        for (let index = 0; index + 1 < copy.length; index += 2) {
          left[held] = copy[index]!;
          right[held] = copy[index + 1]!;
          if (++held === left.length) await encodeHeld();
        }
      };
    },

    async finish(): Promise<void> {
      if (held > 0) await encodeHeld();
      await flush(encoder, packet, write);
    },

    close(): void {
      packet.free();
      encoder.freeContext();
    },
  };
}

function newFrame(samples: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = sampleRate;
  frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  frame.nbSamples = samples;
  check(frame.getBuffer(0), 'making room for sound');
  return frame;
}
