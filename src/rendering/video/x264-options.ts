import { type EncoderPreset, isOwnPreset, type OwnPreset, type X264Preset } from '../../encoder-presets.ts';

export interface Quality {
  readonly preset: EncoderPreset;
  readonly crf: number;
  readonly fps: number;
  /** Whether the encoder gets the quality of each tile. */
  readonly tilesAreRated: boolean;
  /** Whether the encoder must keep a rate. */
  readonly rateIsLimited: boolean;
}

/** Where we choose the quality of tiles, other frames refer to one of this many; those between are B-frames. */
export const referenceDistance = 4;

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

/**
 * The settings of x264 that does not look ahead: every fourth frame is one that others refer to, all with one quantizer. It
 * still looks for weights for a prediction (weightp): without them a fade takes 1.6 times the bytes.
 */
const withoutLookahead = {
  me: 'dia',
  bframes: referenceDistance - 1,
  'b-adapt': 0,
  mbtree: 0,
  'rc-lookahead': 0,
  scenecut: 0,
  qcomp: 1,
};

/** The presets where we choose the quality of the tiles. */
const ownX264WithRatedTiles: Readonly<Partial<Record<string, X264Settings>>> = {
  quick: {
    base: 'veryfast',
    params: { ...withoutLookahead, subme: 0, partitions: 'i4x4', '8x8dct': 0 },
    crfOffset: 6.1,
  },
  balanced: {
    base: 'veryfast',
    params: { ...withoutLookahead, subme: 1, partitions: 'i4x4,i8x8' },
    crfOffset: 6.3,
  },
};

/** Returns whether a preset has settings for tiles whose quality we choose. */
export function canHaveRatedTiles(preset: string): boolean {
  return preset in ownX264WithRatedTiles;
}

// GOPs are closed by default, and stitchable keeps the headers independent of the content. Both are needed to join segments
// without encoding them again.
const stitchable = 'stitchable=1';

export function x264Options(quality: Quality): Record<string, string> {
  const { preset, crf, fps, tilesAreRated } = quality;
  if (!isOwnPreset(preset)) return { preset, ...quantizerOrCrf(quality), 'x264-params': stitchable };
  const { base, params, crfOffset } = (tilesAreRated && ownX264WithRatedTiles[preset]) || ownX264[preset];
  const own = Object.entries(params).map(([name, value]) => `${name}=${value}`);
  const offset = crfOffset - qcompShift(params.qcomp, fps);
  return { preset: base, crf: shiftedCrf(crf, offset), 'x264-params': [stitchable, ...own].join(':') };
}

/**
 * To choose the quantizers of a crf, x264 compares every frame with the previous one at half the size: a fifth of the time of
 * `ultrafast`. With a constant quantizer it does not, and a file of the same quality has 1 to 4 % more bytes.
 */
function quantizerOrCrf({ preset, crf, fps, rateIsLimited }: Quality): Record<string, string> {
  if (preset !== 'ultrafast' || crf === 0 || rateIsLimited) return { crf: String(crf) };
  const quantizer = Math.round(crf + ultrafastOffset - qcompShift(1, fps));
  return { qp: String(Math.min(51, Math.max(1, quantizer))) };
}

/** The quantizer that has the quality (SSIM) of a crf, minus the crf, at 60 frames per second. */
const ultrafastOffset = 1;

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
