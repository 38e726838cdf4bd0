import {
  type EncoderPreset,
  encoderPresets,
  isOwnPreset,
  type OwnPreset,
  type X264Preset,
  x264PresetOf,
  x264Presets,
} from '../../encoder-presets.ts';
import { Failure } from '../../failure.ts';
import type { VideoSettings } from './encoder.ts';

interface Quality {
  readonly preset: EncoderPreset;
  readonly crf: number;
  readonly fps: number;
  readonly tilesAreRated: boolean;
}

/** Seconds between key frames: how much a player has to decode at most after a seek. */
export const keyFrameSeconds = 2;

/** Frames between key frames. */
export const keyFrameDistance = (fps: number) => keyFrameSeconds * fps;

/** Of this many frames of `balanced`, other frames refer to the first; those between are B-frames. */
export const referenceDistance = 4;

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
    ...family?.options({ preset, crf, fps, tilesAreRated }),
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
 * reference, which B-frames prevent; only `ultrafast` and `quick` have none.
 */
export function usesChangeHints({ encoder, preset }: VideoSettings): boolean {
  return encoder === 'libx264' && (preset === 'ultrafast' || preset === 'quick');
}

/**
 * Returns whether it pays to choose the quality of each tile ourselves. x264's lookahead does it as well, in a quarter of the
 * time of the encoder; it is needed to limit the rate. A crf of 0 is lossless.
 */
export function ratesTiles({ encoder, preset, crf, rateLimit }: VideoSettings): boolean {
  return encoder === 'libx264' && preset === 'balanced' && crf > 0 && rateLimit === undefined;
}

/** Returns whether segments can be joined without encoding them again: tested with x264 and the options below only. */
export function canJoinSegments({ encoder }: Pick<VideoSettings, 'encoder'>): boolean {
  return encoder === 'libx264';
}

interface X264Settings {
  /** The preset whose other settings are kept. */
  readonly base: X264Preset;
  readonly params: Readonly<Record<string, string | number>> & { readonly qcomp: number };
  /** Added to the crf at 60 frames per second, so that a crf means the same quality (SSIM) as with `veryfast`. */
  readonly crfOffset: number;
}

/**
 * Found by measuring x264's settings on our own pictures: docs/encoding.md shows the results. Few shapes move, so a rough
 * motion search finds nearly as much as a fine one. Blocks of the background and the HUD stay for many frames, so more bits
 * for them pay (a low qcomp).
 */
const ownX264: Readonly<Record<OwnPreset, X264Settings>> = {
  quick: {
    base: 'ultrafast',
    params: {
      subme: 1,
      partitions: 'i4x4,i8x8',
      cabac: 1,
      '8x8dct': 1,
      deblock: '0,0',
      'aq-mode': 1,
      mbtree: 1,
      'rc-lookahead': 10,
      qcomp: 0.5,
    },
    crfOffset: -1.8,
  },
  balanced: {
    base: 'veryfast',
    params: { subme: 1, me: 'dia', partitions: 'i4x4,i8x8', 'b-adapt': 0, qcomp: 0.5 },
    crfOffset: -1.2,
  },
  small: {
    base: 'medium',
    params: { ref: 2, bframes: 5, 'b-adapt': 0, qcomp: 0.5 },
    crfOffset: 1.4,
  },
};

/** `balanced` where we choose the quality of the tiles: x264 does not look ahead, and all pictures have one quantizer. */
const balancedWithRatedTiles: X264Settings = {
  base: 'veryfast',
  params: {
    ...ownX264.balanced.params,
    bframes: referenceDistance - 1,
    mbtree: 0,
    'rc-lookahead': 0,
    scenecut: 0,
    qcomp: 1,
  },
  crfOffset: 6.3,
};

// GOPs are closed by default, and stitchable keeps the headers independent of the content. Both are needed to join segments
// without encoding them again.
const stitchable = 'stitchable=1';

function x264Options({ preset, crf, fps, tilesAreRated }: Quality): Record<string, string> {
  if (!isOwnPreset(preset)) return { preset, crf: String(crf), 'x264-params': stitchable };
  const { base, params, crfOffset } = tilesAreRated ? balancedWithRatedTiles : ownX264[preset];
  const own = Object.entries(params).map(([name, value]) => `${name}=${value}`);
  const offset = crfOffset - qcompShift(params.qcomp, fps);
  return { preset: base, crf: shiftedCrf(crf, offset), 'x264-params': [stitchable, ...own].join(':') };
}

/**
 * x264 multiplies its quantizer by a power of the length of a frame, whose exponent is 1 - qcomp. This is the difference that
 * it makes to the presets of x264, in steps of crf, at another frame rate than 60; x264 counts no frame as shorter than 10 ms.
 */
function qcompShift(qcomp: number, fps: number): number {
  return 6 * (x264Qcomp - qcomp) * Math.log2(Math.min(100, fps) / 60);
}

const x264Qcomp = 0.6;

/** A crf of 0 stays lossless. */
function shiftedCrf(crf: number, offset: number): string {
  return String(crf === 0 ? 0 : Math.min(51, Math.max(0.1, crf + offset)));
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
