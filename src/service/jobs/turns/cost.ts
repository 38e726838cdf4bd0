/** What decides how much work a render is. */
export interface VideoMeasures {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Playback speed, as a multiple of the speed of the play. */
  readonly speed: number;
  /** The part of the song that the video contains; undefined: all of it. */
  readonly start?: number;
  readonly end?: number;
  /** The moments that the video shows instead of all of that part. */
  readonly moments?: string | null;
  /** The maximum length of highlights in the video. */
  readonly highlightsSeconds?: number;
}

/** Cost 1: three minutes at 1080p with 60 frames per second, or less. */
const pixelsPerCost = 1920 * 1080 * 60 * 180;
const maxCost = 16;
/** The maximum length of the hardest part or the first miss, at the speed of the play. */
const maxSingleMomentSeconds = 20;
/** Jobs from this cost on are rendered in segments even by one worker, so that others can start in between. */
export const minLongCost = 4;

/** How much work a job is: 1 for the usual video and all smaller ones, at most 16. */
export function costOf(video: VideoMeasures, play: { readonly durationMs: number; readonly speed: number }): number {
  const { width, height, fps, speed, start = 0, end = Number.POSITIVE_INFINITY } = video;
  const songMs = Math.min(end, play.durationMs) - Math.max(start, 0);
  const seconds = Math.min(Math.max(0, songMs) / 1000 / play.speed / speed, maxMomentSeconds(video));
  const cost = Math.round((width * height * fps * seconds) / pixelsPerCost);
  return Number.isNaN(cost) ? 1 : Math.min(Math.max(cost, 1), maxCost);
}

/** The maximum length of a video of moments. The number of mistakes is unknown before a worker has judged the play. */
function maxMomentSeconds({ moments, highlightsSeconds, speed }: VideoMeasures): number {
  if (moments === 'highlights' && highlightsSeconds !== undefined) return highlightsSeconds;
  if (moments === 'hardest' || moments === 'first_miss') return maxSingleMomentSeconds / speed;
  return Number.POSITIVE_INFINITY;
}
