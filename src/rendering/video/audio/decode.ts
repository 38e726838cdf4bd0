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
import { createSilence } from './silence.ts';

/**
 * An MP3 encoder adds a few hundredths of a second at the start. FFmpeg removes them if a LAME tag gives their length, and
 * plays them otherwise. The game does the same: it configures its sound library to trust LAME tags and to assume no delay
 * without one (BASS_CONFIG_MP3_OLDGAPS in ppy/osu-framework). Beatmaps are timed by ear against that, so no correction is
 * needed here. We compared a video of danser, which uses the same library: song and hits were within 5 ms of ours, for a
 * song whose tag gives a delay of 25 ms.
 */
const songDelayMs = 0;

/** Limits for the converter's memory; a header with other values is wrong. */
const sourceRates = { min: 4_000, max: 384_000 };
const maxChannels = 8;

/** A decoder needs some sound before the start to decode it correctly. */
const prerollSeconds = 1;

export interface DecodeOptions {
  /** The start, in seconds of the file. */
  readonly fromSeconds?: number;
  /** The playback speed; the pitch changes with it. */
  readonly frequency?: number;
}

/** Decodes a file while it is read; null if it contains no sound that can be decoded. */
export function decodeStream(source: AudioSource, options: DecodeOptions = {}): PcmStream | null {
  const input = openAudioInput(source);
  return input && streamFrom(input, options);
}

function streamFrom(input: AudioInput, { fromSeconds = 0, frequency = 1 }: DecodeOptions): PcmStream {
  const blocks = convert(input, frequency);
  const from = Math.max(0, fromSeconds + songDelayMs / 1000);
  const skipped = input.skip(from - prerollSeconds);
  let samplesToSkip = Math.round(((from - skipped) / frequency) * sampleRate) * 2;
  const silence = createSilence();
  let block: Float32Array = new Float32Array(0);
  let isClosed = false;

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    blocks.return();
    input.close();
  }

  /** Returns the next samples after the start; null at the end, after closing the input. */
  function nextBlock(): Float32Array | null {
    const next = isClosed ? null : blocks.next();
    if (!next || next.done) {
      close();
      return null;
    }
    const dropped = Math.min(samplesToSkip, next.value.length);
    samplesToSkip -= dropped;
    return next.value.subarray(dropped);
  }

  return {
    read(frames) {
      const out = silence(frames * 2);
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

/** Yields all sound of the input as stereo at our sample rate; each block is valid until the next. */
function* convert(input: AudioInput, frequency: number): Generator<Float32Array, void> {
  let converter: Converter | null = null;
  try {
    for (let frame = input.next(); frame !== null; frame = input.next()) {
      if (!isPlausible(frame)) continue;
      // A stream may change its format.
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
    rate >= sourceRates.min && rate <= sourceRates.max && channels >= 1 && channels <= maxChannels && nbSamples > 0
  );
}

interface Converter {
  fits(frame: Frame): boolean;
  /** Converts a frame, or, at the end, null for the remaining samples. Valid until the next call. */
  convert(frame: Frame | null): Float32Array;
  close(): void;
}

function createConverter(first: Frame, frequency: number): Converter | null {
  const { sampleRate: rate, channels, format } = first;
  const isMono = channels === 1;
  const layout = isMono ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
  const firstLayout = first.channelLayout;
  const from = channels <= 2 && firstLayout.order === AV_CHANNEL_ORDER_UNSPEC ? layout : firstLayout;
  const context = new SoftwareResampleContext();
  // A higher rate than the recorded one plays the sound faster and higher.
  const playedRate = Math.round(rate * frequency);
  const allocated = context.allocSetOpts2(layout, AV_SAMPLE_FMT_FLT, sampleRate, from, format as never, playedRate);
  if (allocated < 0 || context.init() < 0) {
    context.free();
    return null;
  }
  let bytes = Buffer.alloc(0);
  return {
    fits: (frame) => frame.sampleRate === rate && frame.channels === channels && frame.format === format,
    convert(frame) {
      const maxFrames = context.getOutSamples(frame?.nbSamples ?? 0) + 64;
      const maxBytes = maxFrames * (isMono ? 4 : 8);
      if (bytes.length < maxBytes) bytes = Buffer.from(new ArrayBuffer(maxBytes));
      const frames = frame
        ? context.convertSync([bytes], maxFrames, frame.extendedData, frame.nbSamples)
        : context.convertSync([bytes], maxFrames, null, 0);
      const samples = new Float32Array(bytes.buffer, 0, Math.max(0, frames) * (isMono ? 1 : 2));
      return clamp(isMono ? toStereo(samples) : samples);
    },
    close: () => context.free(),
  };
}

function toStereo(mono: Float32Array): Float32Array {
  const stereo = new Float32Array(mono.length * 2);
  for (let index = 0; index < mono.length; index++) stereo[2 * index] = stereo[2 * index + 1] = mono[index]!;
  return stereo;
}

/** A file of floats can contain anything: a single NaN would silence everything that is mixed with it. */
function clamp(samples: Float32Array): Float32Array {
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index]!;
    if (!(sample >= -4 && sample <= 4)) samples[index] = sample > 4 ? 4 : sample < -4 ? -4 : 0;
  }
  return samples;
}
