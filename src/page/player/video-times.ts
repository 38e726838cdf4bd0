import type { Analytics } from '../../contract/index.ts';

/** Relates the song time of a video to the position in it. */
export interface VideoTimes {
  /** In song time, from the first frame to the last. */
  readonly span: { readonly start: number; readonly end: number };
  /** The position in the video, in milliseconds. What a video of moments leaves out is at the start of the next moment. */
  elapsedAt(t: number): number;
  /** The song time at such a position. */
  timeAt(elapsedMs: number): number;
}

/** The times of a video. Without the relation of its times, the video's own time is taken as song time. */
export function videoTimesOf(video: Analytics['video'] | null, durationMs: number): VideoTimes {
  const { starts_at, clock_rate: rate, pieces } = { pieces: undefined, ...(video ?? { starts_at: 0, clock_rate: 1 }) };
  const whole = { starts_at, ends_at: starts_at + durationMs * rate, video_starts_at: 0 };
  const [first = whole, ...others] = pieces ?? [];
  return {
    span: { start: first.starts_at, end: others.at(-1)?.ends_at ?? first.ends_at },
    elapsedAt(t) {
      // Pieces are in the order of the song.
      const next = others.findIndex(({ starts_at }) => starts_at > t);
      const current = (next === -1 ? others.at(-1) : others[next - 1]) ?? first;
      const following = next === -1 ? undefined : others[next];
      if (following && t > current.ends_at) return following.video_starts_at;
      return current.video_starts_at + (t - current.starts_at) / rate;
    },
    timeAt(elapsedMs) {
      const current = others.findLast(({ video_starts_at }) => video_starts_at <= elapsedMs) ?? first;
      return current.starts_at + (elapsedMs - current.video_starts_at) * rate;
    },
  };
}
