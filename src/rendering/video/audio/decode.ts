import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_SAMPLE_FMT_FLT,
} from 'node-av/constants';
import { type Frame, SoftwareResampleContext } from 'node-av/lib';
import { sampleRate } from '../encoder.ts';
import { type AudioInput, type AudioSource, openAudioInput } from './audio-input.ts';
import type { PcmStream } from './pcm-stream.ts';

/**
 * An MP3 begins with a few hundredths of a second that its encoder added. FFmpeg leaves them out where a LAME tag tells
 * how many samples they are, and plays them where nothing does. The game does the same: its sound library is set to the
 * older of its two ways, which believes LAME tags and assumes no delay without one (BASS_CONFIG_MP3_OLDGAPS in
 * ppy/osu-framework). Beatmaps are timed by ear against that, so nothing is added or taken away here. In a video of
 * danser, which plays through the same library, song and hits lie within 5 ms of where they lie to each other here; the
 * delay that its tag told was 25 ms.
 */
const songDelayMs = 0;

/** What a converter's memory is reckoned for; beyond it a header lies. */
const sourceRates = { least: 4_000, most: 384_000 };
const mostChannels = 8;

/** A decoder needs what came shortly before a moment to make it sound right. */
const prerollSeconds = 1;

export interface DecodeOptions {
  /** Where to begin, in seconds of the file. */
  readonly fromSeconds?: number;
  /** How much faster than recorded it plays, its pitch rising with it. */
  readonly frequency?: number;
}

/** Decodes a file as it is read; null where there is nothing to decode. */
export function decodeStream(source: AudioSource, options: DecodeOptions = {}): PcmStream | null {
  const input = openAudioInput(source);
  return input && streamFrom(input, options);
}

function streamFrom(input: AudioInput, { fromSeconds = 0, frequency = 1 }: DecodeOptions): PcmStream {
  const blocks = convert(input, frequency);
  const from = Math.max(0, fromSeconds + songDelayMs / 1000);
  const skipped = input.skip(from - prerollSeconds);
  let excess = Math.round(((from - skipped) / frequency) * sampleRate) * 2;
  let block: Float32Array = new Float32Array(0);
  let closed = false;

  function close(): void {
    if (closed) return;
    closed = true;
    blocks.return();
    input.close();
  }

  /** The next samples that are wanted; null at the end, where nothing is held any longer. */
  function nextBlock(): Float32Array | null {
    const next = closed ? null : blocks.next();
    if (!next || next.done) {
      close();
      return null;
    }
    const dropped = Math.min(excess, next.value.length);
    excess -= dropped;
    return next.value.subarray(dropped);
  }

  return {
    read(frames) {
      const out = new Float32Array(frames * 2);
      let filled = 0;
      while (filled < out.length) {
        if (block.length === 0) {
          const next = nextBlock();
          if (!next) break;
          block = next;
        }
        const part = block.subarray(0, out.length - filled);
        out.set(part, filled);
        filled += part.length;
        block = block.subarray(part.length);
      }
      return out.subarray(0, filled);
    },
    close,
  };
}

/** Everything the input holds, as stereo at our rate; each piece is valid until the next. */
function* convert(input: AudioInput, frequency: number): Generator<Float32Array, void> {
  let converter: Converter | null = null;
  try {
    for (let frame = input.next(); frame !== null; frame = input.next()) {
      if (!isPlausible(frame)) continue;
      // A stream may change its shape on the way.
      if (!converter?.fits(frame)) {
        converter?.close();
        converter = createConverter(frame, frequency);
      }
      if (converter) yield converter.convert(frame);
    }
    if (converter) yield converter.convert(null);
  } finally {
    converter?.close();
  }
}

function isPlausible({ sampleRate: rate, channels, nbSamples }: Frame): boolean {
  return (
    rate >= sourceRates.least && rate <= sourceRates.most && channels >= 1 && channels <= mostChannels && nbSamples > 0
  );
}

interface Converter {
  fits(frame: Frame): boolean;
  /** Null for what is held back at the end. Valid until the next call. */
  convert(frame: Frame | null): Float32Array;
  close(): void;
}

function createConverter(first: Frame, frequency: number): Converter | null {
  const { sampleRate: rate, channels, format } = first;
  const mono = channels === 1;
  const layout = mono ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
  const given = first.channelLayout;
  const from = channels <= 2 && given.order === AV_CHANNEL_ORDER_UNSPEC ? layout : given;
  const context = new SoftwareResampleContext();
  // A higher rate than was recorded with is what plays it faster and higher.
  const playedRate = Math.round(rate * frequency);
  const made = context.allocSetOpts2(layout, AV_SAMPLE_FMT_FLT, sampleRate, from, format as never, playedRate);
  if (made < 0 || context.init() < 0) {
    context.free();
    return null;
  }
  let bytes = Buffer.alloc(0);
  return {
    fits: (frame) => frame.sampleRate === rate && frame.channels === channels && frame.format === format,
    convert(frame) {
      const room = context.getOutSamples(frame?.nbSamples ?? 0) + 64;
      const roomBytes = room * (mono ? 4 : 8);
      if (bytes.length < roomBytes) bytes = Buffer.from(new ArrayBuffer(roomBytes));
      const frames = frame
        ? context.convertSync([bytes], room, frame.extendedData, frame.nbSamples)
        : context.convertSync([bytes], room, null, 0);
      const samples = new Float32Array(bytes.buffer, 0, Math.max(0, frames) * (mono ? 1 : 2));
      return tame(mono ? doubled(samples) : samples);
    },
    close: () => context.free(),
  };
}

function doubled(mono: Float32Array): Float32Array {
  const stereo = new Float32Array(mono.length * 2);
  for (let index = 0; index < mono.length; index++) stereo[2 * index] = stereo[2 * index + 1] = mono[index]!;
  return stereo;
}

/** A file of floats can hold anything; one sample that is no number would silence all that is mixed with it. */
function tame(samples: Float32Array): Float32Array {
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index]!;
    if (!(sample >= -4 && sample <= 4)) samples[index] = sample > 4 ? 4 : sample < -4 ? -4 : 0;
  }
  return samples;
}
