import { Failure } from '../../failure.ts';
import type { VideoSettings } from './encoder.ts';

/** x264's presets, fast to slow, are the common language; other encoders get what comes nearest. */
const presets = [
  'ultrafast',
  'superfast',
  'veryfast',
  'faster',
  'fast',
  'medium',
  'slow',
  'slower',
  'veryslow',
  'placebo',
] as const;
type Preset = (typeof presets)[number];

interface Wishes {
  readonly preset: Preset;
  readonly crf: number;
}

/** Seconds from key frame to key frame: how far a player has to decode to show a moment that was clicked on. */
export const keyFrameSeconds = 2;

/** The options of an encoder as FFmpeg names them. */
export function encoderOptions(settings: VideoSettings): Readonly<Record<string, string>> {
  const { encoder, preset, crf, fps } = settings;
  if (!isPreset(preset))
    throw new Failure('video/options-invalid', `"${preset}" is no preset. There are ${presets.join(', ')}.`);
  if (!(crf >= 0 && crf <= 51)) throw new Failure('video/options-invalid', `The crf is ${crf}, not between 0 and 51.`);
  const family = families.find(({ names }) => names.test(encoder));
  return {
    g: String(keyFrameSeconds * fps),
    ...family?.options({ preset, crf }),
    ...(settings.threads === undefined ? {} : { threads: String(settings.threads) }),
  };
}

/**
 * The same for the sound, which is FFmpeg's own AAC. Its quick search, without the tricks that small bitrates need
 * (one side made of the other, noise in place of tones), comes nearer to the original at our bitrate than its long one
 * with them, in a third of the time: 25.8 and 26.6 dB segment by segment where that had 24.8 and 23.6.
 */
export const soundOptions: Readonly<Record<string, string>> = {
  aac_coder: 'fast',
  aac_is: '0',
  aac_pns: '0',
  aac_tns: '0',
};

/**
 * Whether telling x264 which blocks did not change pays: it takes the hint only where the reference is the picture right
 * before, which B-frames prevent, and only `ultrafast` has none of those.
 */
export function usesChangeHints({ encoder, preset }: VideoSettings): boolean {
  return encoder === 'libx264' && preset === 'ultrafast';
}

/** Whether parts that were encoded apart can become one video: known of x264 alone, with the options below. */
export function canJoinSegments({ encoder }: Pick<VideoSettings, 'encoder'>): boolean {
  return encoder === 'libx264';
}

const families: readonly { names: RegExp; options(wishes: Wishes): Record<string, string> }[] = [
  {
    names: /^libx264$/,
    // GOPs are closed unless asked otherwise; stitchable keeps headers free of what depends on the content. Together
    // they let parts that were encoded apart be joined without encoding them again.
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

/** Its quality goes up, from 1 to 100, in units of FFmpeg's lambda. */
const videotoolboxQuality = (crf: number) => String(Math.max(1, Math.round(100 - crf * 1.8)) * 118);

function isPreset(name: string): name is Preset {
  return (presets as readonly string[]).includes(name);
}
