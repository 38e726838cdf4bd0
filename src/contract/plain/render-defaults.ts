import type { RenderSettings } from '../render-settings.ts';
import { defaultSkin } from '../skin-name.ts';

export const resolutions = ['1080p', '4k'] as const;
export type Resolution = (typeof resolutions)[number];

export const defaultRenderSettings: RenderSettings = {
  skin: defaultSkin,
  resolution: '1080p',
  bg_dim: 0.95,
  motion_blur: true,
  storyboard: true,
  video: false,
  snaking_in: true,
  snaking_out: true,
  hit_error_meter: true,
  key_overlay: true,
};
