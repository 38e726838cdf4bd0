import type { Mods } from '../../../game/mods/index.ts';
import { type Timeline, valueAt } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import { clamp01, progressBetween } from '../animation/easing.ts';

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

/** How long a video fades in and out. */
const fadeLength: Readonly<Record<Mods['rules'], Millis>> = { stable: 1000, lazer: 500 };

/** The video's opacity: what the storyboard commands, or a short fade at both ends without commands. */
export function videoAlpha(video: VideoInput | undefined, rules: Mods['rules'], t: Millis): number {
  if (video === undefined || t < video.start || t >= video.end) return 0;
  const { start, end, timeline } = video;
  const { alpha } = timeline.tracks;
  if (alpha !== undefined) return clamp01(valueAt(alpha, { t, rules }, 1));
  const fade = fadeLength[rules];
  return progressBetween(t, start, start + fade) * (1 - progressBetween(t, end - fade, end));
}

/** Stable scales videos to the width of the screen, whatever their height; lazer covers the screen. */
export function fitsWidth(rules: Mods['rules']): boolean {
  return rules === 'stable';
}
