import type { Config } from '../config.ts';
import { settingOptionsOf } from '../contract/index.ts';
import type { JobOptions } from '../jobs/index.ts';
import { defaultEncoding, type RenderOptions } from '../render/index.ts';

const sizes = {
  '1080p': { width: 1920, height: 1080 },
  '4k': { width: 3840, height: 2160 },
} as const satisfies Record<JobOptions['resolution'], { width: number; height: number }>;

/** What a client asked for and how the operator wants it encoded, in the renderer's words. */
export function renderOptionsOf(options: JobOptions, encoding: Config['encoding']): RenderOptions {
  return {
    ...settingOptionsOf(options.settings),
    ...sizes[options.resolution],
    ...encoding,
    fps: defaultEncoding.fps,
    backgroundDim: options.bg_dim,
    motionBlur: options.motion_blur,
    storyboard: options.storyboard,
    video: options.video,
    snakingIn: options.snaking_in,
    snakingOut: options.snaking_out,
    hitErrorMeter: options.hit_error_meter,
    keyOverlay: options.key_overlay,
  };
}
