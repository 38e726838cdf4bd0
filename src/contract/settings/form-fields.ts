import type { Setting } from './setting.ts';
import { defaultSkin } from './skin-name.ts';

/** The form fields of the specification, in its order. */
export const formFields = {
  skin: { kind: 'skin', default: defaultSkin, description: 'Name of a skin, as listed by GET /v1/skins.' },
  bg_dim: {
    kind: 'number',
    default: 0.95,
    min: 0,
    max: 1,
    acceptsPercent: true,
    description: 'Background dim: 0 shows the full image, 1 is black.',
  },
  resolution: {
    kind: 'choice',
    default: '1080p',
    choices: ['1080p', '4k'],
    description: 'Video size: 1920×1080 or 3840×2160.',
  },
  motion_blur: { kind: 'flag', default: true, description: 'Blend several moments into each frame.' },
  storyboard: { kind: 'flag', default: true, description: "Show the beatmap's storyboard." },
  video: { kind: 'flag', default: false, description: "Show the beatmap's background video." },
  snaking_in: { kind: 'flag', default: true, description: 'Let slider bodies grow as they appear.' },
  snaking_out: { kind: 'flag', default: true, description: 'Let slider bodies shrink behind the slider ball.' },
  hit_error_meter: { kind: 'flag', default: true, description: 'Show the hit error meter.' },
  key_overlay: { kind: 'flag', default: true, description: 'Show the pressed keys.' },
} as const satisfies Readonly<Record<string, Setting>>;
