/** x264's presets, fast to slow. They are mapped to the nearest setting of other encoders. */
export const encoderPresets = [
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

export type EncoderPreset = (typeof encoderPresets)[number];
