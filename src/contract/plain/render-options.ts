import type { SubmittedSettings } from '../render-settings.ts';
import { settingOptionsOf } from './settings.ts';

/** What was asked for, in the renderer's words. */
export function renderOptionsOf({ settings, ...form }: Omit<SubmittedSettings, 'skin'>) {
  const { resolution, vertical, clipStart, clipEnd, ...options } = settingOptionsOf(settings);
  const size = sizes[resolution ?? form.resolution];
  return {
    ...options,
    ...(vertical ? { width: size.height, height: size.width } : size),
    ...(clipStart !== null && { start: clipStart * 1000 }),
    ...(clipEnd !== null && { end: clipEnd * 1000 }),
    backgroundDim: form.bg_dim,
    motionBlur: form.motion_blur,
    storyboard: form.storyboard,
    video: form.video,
    snakingIn: form.snaking_in,
    snakingOut: form.snaking_out,
    hitErrorMeter: form.hit_error_meter,
    keyOverlay: form.key_overlay,
  };
}

/** Of a video, in pixels. */
export const sizes = {
  '480p': { width: 854, height: 480 },
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
  '4k': { width: 3840, height: 2160 },
} as const;
