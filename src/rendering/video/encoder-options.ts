import { type EncoderPreset as Preset, encoderPresets as presets } from '../../encoder-presets.ts';
import { Failure } from '../../failure.ts';
import type { VideoSettings } from './encoder.ts';

interface Quality {
  readonly preset: Preset;
  readonly crf: number;
}

/** Seconds between key frames: how much a player has to decode at most after a seek. */
export const keyFrameSeconds = 2;

/** Returns the options of an encoder by their FFmpeg names. */
export function encoderOptions(settings: VideoSettings): Readonly<Record<string, string>> {
  const { encoder, preset, crf, fps } = settings;
  if (!isPreset(preset))
    throw new Failure('video/options-invalid', `"${preset}" is not a preset. Presets are ${presets.join(', ')}.`);
  if (!(crf >= 0 && crf <= 51))
    throw new Failure('video/options-invalid', `The crf is ${crf}; expected a number between 0 and 51.`);
  const family = families.find(({ names }) => names.test(encoder));
  return {
    g: String(keyFrameSeconds * fps),
    ...family?.options({ preset, crf }),
    ...(settings.threads === undefined ? {} : { threads: String(settings.threads) }),
  };
}

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
 * reference, which B-frames prevent; only `ultrafast` has none.
 */
export function usesChangeHints({ encoder, preset }: VideoSettings): boolean {
  return encoder === 'libx264' && preset === 'ultrafast';
}

/** Returns whether segments can be joined without encoding them again: tested with x264 and the options below only. */
export function canJoinSegments({ encoder }: Pick<VideoSettings, 'encoder'>): boolean {
  return encoder === 'libx264';
}

const families: readonly { names: RegExp; options(quality: Quality): Record<string, string> }[] = [
  {
    names: /^libx264$/,
    // GOPs are closed by default, and stitchable keeps the headers independent of the content. Both are needed to join
    // segments without encoding them again.
    options: ({ preset, crf }) => ({ preset, crf: String(crf), 'x264-params': 'stitchable=1' }),
  },
  {
    names: /^libx265$/,
    options: ({ preset, crf }) => ({ preset, crf: String(crf), 'x265-params': 'open-gop=0:log-level=error' }),
  },
  {
    names: /^libsvtav1$/,
    options: ({ preset, crf }) => ({ preset: String(12 - presets.indexOf(preset)), crf: String(crf) }),
  },
  {
    names: /_nvenc$/,
    options: ({ preset, crf }) => ({ preset: nvencPreset(preset), rc: 'vbr', cq: String(crf), b: '0' }),
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

const nvencPreset = (preset: Preset) => `p${Math.min(7, 1 + presets.indexOf(preset))}`;
const qsvPreset = (preset: Preset) => presets[Math.min(8, Math.max(2, presets.indexOf(preset)))]!;
const amfQuality = (preset: Preset) => {
  const rank = presets.indexOf(preset);
  return rank <= 2 ? 'speed' : rank <= 5 ? 'balanced' : 'quality';
};

/** VideoToolbox's quality increases from 1 to 100, in units of FFmpeg's lambda. */
const videotoolboxQuality = (crf: number) => String(Math.max(1, Math.round(100 - crf * 1.8)) * 118);

function isPreset(name: string): name is Preset {
  return (presets as readonly string[]).includes(name);
}
