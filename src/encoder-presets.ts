/** x264's presets, fast to slow. */
export const x264Presets = [
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

export type X264Preset = (typeof x264Presets)[number];

/** Our own presets, fast to slow. x264's are made for films, these for the pictures that we draw. */
export const ownPresets = ['quick', 'balanced', 'small'] as const;

export type OwnPreset = (typeof ownPresets)[number];

export const encoderPresets = [...ownPresets, ...x264Presets] as const;

export type EncoderPreset = OwnPreset | X264Preset;

export function isOwnPreset(preset: string): preset is OwnPreset {
  return (ownPresets as readonly string[]).includes(preset);
}

/** The preset of x264 that takes about as long; other encoders and danser know only those. */
export function x264PresetOf(preset: string): string {
  return isOwnPreset(preset) ? similarPresets[preset] : preset;
}

const similarPresets: Readonly<Record<OwnPreset, X264Preset>> = {
  quick: 'superfast',
  balanced: 'veryfast',
  small: 'medium',
};
