import { type Timeline, valueAt } from '../osu/storyboard/index.ts';
import type { Millis } from '../osu/units.ts';
import type { DisplayList, ScreenRect } from './display-list.ts';
import { clamp01 } from './easing.ts';
import type { Stage } from './stage.ts';

/** A video behind the play. Its picture of the moment is loaded under the name `video`, as large as the screen. */
export interface VideoInput {
  /** Song times between which there is a picture. */
  readonly start: Millis;
  readonly end: Millis;
  /** What the storyboard has it do; only its alpha counts. */
  readonly timeline: Timeline;
}

export const videoImage = 'video';

const fadeIn = 500;

/** How much of a video is seen: it fades in, or does as it is told. */
export function videoAlpha(video: VideoInput | undefined, t: Millis): number {
  if (video === undefined || t < video.start || t >= video.end) return 0;
  const { alpha } = video.timeline.tracks;
  return alpha === undefined ? clamp01((t - video.start) / fadeIn) : clamp01(valueAt(alpha, t, 1));
}

export function drawVideo(
  list: DisplayList,
  stage: Stage,
  look: { readonly alpha: number; readonly light: number; readonly crop?: ScreenRect },
): void {
  const shade = 255 * look.light;
  list.sprite(videoImage, {
    at: { x: stage.widthPx / 2, y: stage.heightPx / 2 },
    scale: 1,
    alpha: look.alpha,
    tint: { r: shade, g: shade, b: shade },
    still: true,
    ...(look.crop && { crop: look.crop }),
  });
}
