import { type EncoderPreset, encoderPresets, x264PresetOf, x264Presets } from '../../encoder-presets.ts';
import { Failure } from '../../failure.ts';
import type { VideoSettings } from './encoder.ts';
import { canHaveRatedTiles, type Quality, x264Options } from './x264-options.ts';

/** Seconds between key frames: how much a player has to decode at most after a seek. */
export const keyFrameSeconds = 2;

/** Frames between key frames. */
export const keyFrameDistance = (fps: number) => keyFrameSeconds * fps;

/** Returns the options of an encoder by their FFmpeg names. `tilesAreRated` tells that it gets the quality of each tile. */
export function encoderOptions(settings: VideoSettings, tilesAreRated = false): Readonly<Record<string, string>> {
  const { encoder, preset, crf, fps } = settings;
  if (!isPreset(preset))
    throw new Failure(
      'video/options-invalid',
      `"${preset}" is not a preset. Presets are ${encoderPresets.join(', ')}.`,
    );
  if (!(crf >= 0 && crf <= 51))
    throw new Failure('video/options-invalid', `The crf is ${crf}; expected a number between 0 and 51.`);
  const family = families.find(({ names }) => names.test(encoder));
  if (settings.rateLimit && !family?.limitsRate)
    throw new Failure('video/options-invalid', `The encoder ${encoder} cannot keep a video below a target size.`);
  return {
    g: String(keyFrameDistance(fps)),
    ...family?.options({ preset, crf, fps, tilesAreRated, rateIsLimited: settings.rateLimit !== undefined }),
    ...(settings.rateLimit && bufferOptions(settings.rateLimit)),
    ...(settings.threads === undefined ? {} : { threads: String(settings.threads) }),
  };
}

/**
 * The encoder fills a buffer, which empties at a constant rate and is nearly full at the start: so the pictures never have more
 * bits than the buffer and what left it. A large buffer lets hard parts have more than easy ones; x264 aims at half of it.
 */
function bufferOptions({ bitrate, seconds }: Required<VideoSettings>['rateLimit']): Record<string, string> {
  const bufferSeconds = Math.min(seconds / 2, Math.max(minBufferSeconds, seconds * bufferFraction));
  const bufferBits = Math.min(bitrate * bufferSeconds, maxBufferBits);
  const maxrate = bitrate - (initialFill * bufferBits) / seconds;
  return { maxrate: String(Math.floor(maxrate)), bufsize: String(Math.floor(bufferBits)) };
}

const bufferFraction = 0.15;
/** A key frame has to fit. */
const minBufferSeconds = 1.5;
/** The lowest level of H.264 for 480p allows this much, so that the buffer never changes the level of a segment. */
const maxBufferBits = 10_000_000;
/** x264's default. */
const initialFill = 0.9;

/**
 * The options of the sound encoder, FFmpeg's own AAC. At our bitrate, its fast search without the tools for low bitrates
 * (intensity stereo, noise substitution) is closer to the original than the default, in a third of the time: the segmental
 * signal-to-noise ratio of two songs is 25.8 and 26.6 dB instead of 24.8 and 23.6.
 */
export const soundOptions: Readonly<Record<string, string>> = {
  aac_coder: 'fast',
  aac_is: '0',
  aac_pns: '0',
  aac_tns: '0',
};

/**
 * Returns whether it pays to tell x264 which blocks did not change. It uses the hint only if the previous picture is the
 * reference, which B-frames prevent; only `ultrafast` has none, and `quick` where x264 looks ahead.
 */
export function usesChangeHints(settings: VideoSettings): boolean {
  const { encoder, preset } = settings;
  return encoder === 'libx264' && (preset === 'ultrafast' || (preset === 'quick' && !ratesTiles(settings)));
}

/**
 * Returns whether it pays to choose the quality of each tile ourselves. x264's lookahead does it as well, in a quarter of the
 * time of the encoder; it is needed to limit the rate. A crf of 0 is lossless.
 */
export function ratesTiles({ encoder, preset, crf, rateLimit }: VideoSettings): boolean {
  return encoder === 'libx264' && canHaveRatedTiles(preset) && crf > 0 && rateLimit === undefined;
}

/** Returns whether segments can be joined without encoding them again: tested with x264 and the options below only. */
export function canJoinSegments({ encoder }: Pick<VideoSettings, 'encoder'>): boolean {
  return encoder === 'libx264';
}

interface Family {
  readonly names: RegExp;
  readonly options: (quality: Quality) => Record<string, string>;
  /** Whether `maxrate` and `bufsize` limit the rate in the mode that the options choose. */
  readonly limitsRate?: true;
}

const families: readonly Family[] = [
  { names: /^libx264$/, options: x264Options, limitsRate: true },
  {
    names: /^libx265$/,
    options: ({ preset, crf }) => ({
      preset: x264PresetOf(preset),
      crf: String(crf),
      'x265-params': 'open-gop=0:log-level=error',
    }),
    limitsRate: true,
  },
  {
    names: /^libsvtav1$/,
    options: ({ preset, crf }) => ({ preset: String(12 - rankOf(preset)), crf: String(crf) }),
  },
  {
    names: /_nvenc$/,
    options: ({ preset, crf }) => ({ preset: nvencPreset(preset), rc: 'vbr', cq: String(crf), b: '0' }),
    limitsRate: true,
  },
  {
    names: /_qsv$/,
    options: ({ preset, crf }) => ({ preset: qsvPreset(preset), global_quality: String(Math.max(1, crf)) }),
  },
  { names: /_vaapi$/, options: ({ crf }) => ({ rc_mode: 'CQP', qp: String(crf) }) },
  {
    names: /_amf$/,
    options: ({ preset, crf }) => ({
      quality: amfQuality(preset),
      rc: 'cqp',
      qp_i: String(crf),
      qp_p: String(crf),
    }),
  },
  { names: /_videotoolbox$/, options: ({ crf }) => ({ flags: '+qscale', global_quality: videotoolboxQuality(crf) }) },
];

/** 0 is the fastest. */
const rankOf = (preset: EncoderPreset) => (x264Presets as readonly string[]).indexOf(x264PresetOf(preset));
const nvencPreset = (preset: EncoderPreset) => `p${Math.min(7, 1 + rankOf(preset))}`;
const qsvPreset = (preset: EncoderPreset) => x264Presets[Math.min(8, Math.max(2, rankOf(preset)))]!;
const amfQuality = (preset: EncoderPreset) => {
  const rank = rankOf(preset);
  return rank <= 2 ? 'speed' : rank <= 5 ? 'balanced' : 'quality';
};

/** VideoToolbox's quality increases from 1 to 100, in units of FFmpeg's lambda. */
const videotoolboxQuality = (crf: number) => String(Math.max(1, Math.round(100 - crf * 1.8)) * 118);

function isPreset(name: string): name is EncoderPreset {
  return (encoderPresets as readonly string[]).includes(name);
}
