import { type Timeline, valueAt } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import { clamp01 } from '../animation/easing.ts';

/** A video behind the play. Its picture of the moment is loaded under the name `video`. */
export interface VideoInput {
  /** How large its pictures are, in pixels. */
  readonly width: number;
  readonly height: number;
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
