import { Failure } from '../../failure.ts';
import { meanRate, realMsBetween, type SongClock, songTimeAfter } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';
import { type Scene, videoStart } from '../scene/index.ts';
import { sampleRate } from '../video/index.ts';

/** Which song times become frames of the video. */
export interface FrameSchedule {
  /** The song time of the first frame. */
  readonly start: Millis;
  readonly frames: number;
  readonly fps: number;
  readonly songClock: SongClock;
  /** The speed of the video; the play's own speed is 1. */
  readonly speed: number;
  /** The average number of song milliseconds per millisecond of video. */
  readonly rate: number;
  /** Whether the video ends where the play ends. */
  readonly isLast: boolean;
}

/** Which frames of the video a segment has. */
export interface SegmentFrames {
  readonly first: number;
  readonly frames: number;
}

export interface ScheduleOptions {
  /** Song times; by default the whole play is scheduled. */
  readonly start?: Millis;
  readonly end?: Millis;
  readonly fps: number;
  readonly speed: number;
  /** The maximum length of the video. */
  readonly maxSeconds?: number;
}

/** A longer video has a wrong time somewhere, and would fill the disk. */
const defaultMaxSeconds = 3 * 60 * 60;

/** Schedules the frames of a play, or of the clip that the options select. */
export function scheduleFrames(scene: Scene, options: ScheduleOptions): FrameSchedule {
  const { start, end, fps, speed, maxSeconds } = options;
  const { span } = scene;
  const { songClock } = scene.play.map;
  const from = videoStart(scene, start);
  const until = Math.min(span.end, end ?? span.end);
  if (!(until > from)) {
    const [first, last] = [span.start, span.end].map((ms) => (ms / 1000).toFixed(1));
    throw new Failure('video/options-invalid', `The clip is empty: the play lasts from ${first} s to ${last} s.`);
  }
  const lengthMs = realMsBetween(songClock, from, until) / speed;
  requireVideoLength(lengthMs, maxSeconds);
  return {
    start: from,
    frames: Math.max(1, Math.round((lengthMs / 1000) * fps)),
    fps,
    songClock,
    speed,
    rate: meanRate(songClock, from, until) * speed,
    isLast: until === span.end,
  };
}

/** Refuses a video that is longer than the limit. */
export function requireVideoLength(lengthMs: number, maxSeconds = defaultMaxSeconds): void {
  if (lengthMs <= maxSeconds * 1000) return;
  const length = `${Math.ceil(lengthMs / 1000)} s`;
  throw new Failure('video/too-long', `The video would be ${length} long; the limit is ${maxSeconds} s.`);
}

/** The song time that a frame shows. */
export function songTimeOf(schedule: FrameSchedule, frame: number): Millis {
  return songTimeAt(schedule, (frame * 1000) / schedule.fps);
}

/** The song time at a time of the video. */
export function songTimeAt({ songClock, start, speed }: FrameSchedule, videoMs: number): Millis {
  return songTimeAfter(songClock, start, videoMs * speed);
}

/** The length of the video. */
export function videoLengthMs({ frames, fps }: Pick<FrameSchedule, 'frames' | 'fps'>): number {
  return (frames * 1000) / fps;
}

/** The number of audio samples before a frame. */
export function samplesUntil({ fps }: Pick<FrameSchedule, 'fps'>, frame: number): number {
  return Math.round((frame / fps) * sampleRate);
}
