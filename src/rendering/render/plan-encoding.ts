import { Failure } from '../../failure.ts';
import type { VideoSettings } from '../video/index.ts';
import { type FrameSchedule, type SegmentFrames, videoLengthMs } from './frame-schedule.ts';
import type { RenderOptions } from './request.ts';

/** How a video is encoded. Without a target size, this is what the options request. */
export interface EncodingPlan {
  readonly width: number;
  readonly height: number;
  /** In bits per second. */
  readonly soundBitrate: number;
  /** The maximum average bit rate of the pictures; null: the quality alone decides. */
  readonly maxBitrate: number | null;
}

/** In bits per second. */
export const defaultSoundBitrate = 192_000;
/** Lower rates, for small targets. AAC at 48 kbit/s is the least that still sounds like the song. */
const smallSoundBitrates = [128_000, 96_000, 64_000, 48_000];
/** The fraction of a small video that its sound may take, unless even the lowest rate takes more. */
const maxSoundFraction = 0.12;

/** The tables of an MP4 file, per frame, per second of sound and in total: somewhat more than was measured. */
const containerBytes = { perFrame: 20, perSecond: 600, fixed: 20_000 };
/** What remains for inaccurate encoders: sound with a constant rate varies by a few percent. */
const usableFraction = 0.985;

/** Heights that a video may be reduced to. */
const smallerHeights = [1080, 720, 480];
/** The bit rate of 1080p60 below which a smaller picture looks better. */
const enoughFor1080p60 = 2_000_000;
/** Below this rate, the objects of the play cannot be recognized. */
const minBitrate = 60_000;

/** Plans the encoding of a whole video. For a small target it lowers the bit rates and, if these are very low, the size. */
export function planEncoding(options: RenderOptions, schedule: FrameSchedule): EncodingPlan {
  const { width, height, targetSizeMb } = options;
  if (targetSizeMb === null) return { width, height, soundBitrate: defaultSoundBitrate, maxBitrate: null };
  const seconds = videoLengthMs(schedule) / 1000;
  const { perFrame, perSecond, fixed } = containerBytes;
  const tables = 8 * (perFrame * schedule.frames + perSecond * seconds + fixed);
  const bitrate = (targetSizeMb * 8e6 * usableFraction - tables) / seconds;
  const soundBitrate = soundBitrateFor(bitrate);
  const maxBitrate = Math.floor(bitrate - soundBitrate);
  if (maxBitrate < minBitrate) {
    const minMb = ((minBitrate + soundBitrate) * seconds + tables) / 8e6 / usableFraction;
    throw new Failure(
      'video/options-invalid',
      `A video of ${Math.round(seconds)} s cannot be smaller than ${(Math.ceil(minMb * 10) / 10).toFixed(1)} MB.`,
    );
  }
  return { ...sizeFor(maxBitrate, options), soundBitrate, maxBitrate };
}

/** How the pictures of a video, or of one of its segments, are encoded. */
export function pictureSettings(
  { encoding, schedule }: { encoding: EncodingPlan; schedule: FrameSchedule },
  { options, segment }: { options: RenderOptions; segment?: SegmentFrames },
): Omit<VideoSettings, 'file' | 'audio' | 'threads'> {
  const { fps, encoder, preset, crf } = options;
  const { width, height, maxBitrate } = encoding;
  const seconds = videoLengthMs(segment ? { ...segment, fps } : schedule) / 1000;
  return {
    width,
    height,
    fps,
    encoder,
    preset,
    crf,
    ...(maxBitrate && { rateLimit: { bitrate: maxBitrate, seconds } }),
  };
}

function soundBitrateFor(bitrate: number): number {
  const rates = [defaultSoundBitrate, ...smallSoundBitrates];
  return rates.find((rate) => rate <= bitrate * maxSoundFraction) ?? rates.at(-1) ?? 0;
}

/** The largest size, up to the requested one, for which the bit rate is enough. */
function sizeFor(bitrate: number, { width, height, fps }: RenderOptions): { width: number; height: number } {
  const shortSide = Math.min(width, height);
  const sizes = [shortSide, ...smallerHeights.filter((side) => side < shortSide)].map((side) => ({
    width: evenPx((width * side) / shortSide),
    height: evenPx((height * side) / shortSide),
  }));
  return sizes.find((size) => bitrate >= enoughFor(size, fps)) ?? sizes.at(-1) ?? { width, height };
}

/** Larger pictures and more frames have more in common, so the rate grows less than their number. */
function enoughFor({ width, height }: { width: number; height: number }, fps: number): number {
  return enoughFor1080p60 * ((width * height) / (1920 * 1080)) ** 0.75 * (fps / 60) ** 0.5;
}

function evenPx(px: number): number {
  return 2 * Math.round(px / 2);
}
