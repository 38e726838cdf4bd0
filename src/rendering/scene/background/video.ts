import { type Timeline, valueAt } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import { clamp01 } from '../animation/easing.ts';

/** A background video. The compositor holds its current frame under the name `video`. */
export interface VideoInput {
  /** The size of its frames, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The song times between which the video has frames. */
  readonly start: Millis;
  readonly end: Millis;
  /** The storyboard's commands for the video; only alpha is used. */
  readonly timeline: Timeline;
}

/** The name under which the compositor holds the current video frame. */
export const videoImageName = 'video';

const fadeIn = 500;

/** The video's opacity: what the storyboard commands, or a short fade-in without commands. */
export function videoAlpha(video: VideoInput | undefined, t: Millis): number {
  if (video === undefined || t < video.start || t >= video.end) return 0;
  const { alpha } = video.timeline.tracks;
  return alpha === undefined ? clamp01((t - video.start) / fadeIn) : clamp01(valueAt(alpha, t, 1));
}
