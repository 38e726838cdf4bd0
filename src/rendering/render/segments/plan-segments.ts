import { keyFrameSeconds } from '../../video/index.ts';
import type { FrameSchedule, SegmentFrames } from '../frame-schedule.ts';

export interface PlanInput {
  readonly frames: number;
  /** The number of frames between key frames: a segment begins where an unsplit video has a key frame. */
  readonly keyFrameInterval: number;
  readonly processes: number;
  /** The maximum length of a segment. */
  readonly maxFrames: number;
}

/**
 * Plans the segments that the processes of one worker render in turn. Each segment has an overhead, so long ones come
 * first; they get shorter towards the end, so that all processes finish at about the same time.
 */
export function planSegments({ frames, keyFrameInterval, processes, maxFrames }: PlanInput): SegmentFrames[] {
  const segments: SegmentFrames[] = [];
  for (let first = 0; first < frames; ) {
    const target = Math.min((frames - first) / (2 * processes), maxFrames);
    const length = Math.max(1, Math.round(target / keyFrameInterval)) * keyFrameInterval;
    const next = { first, frames: Math.min(length, frames - first) };
    segments.push(next);
    first += next.frames;
  }
  return segments;
}

/** The workers that may render segments of one video. */
export interface FreeWorkers {
  /** How many segments they can render at the same time, the planning worker's own included. */
  readonly slots: number;
  /** The maximum length of a segment; null: the default. */
  readonly segmentSeconds: number | null;
}

/** Long, because a worker downloads and loads the play for every segment, and uploads the segment. */
const defaultSegmentSeconds = 60;
/** The minimum length of a segment, as a fraction of the maximum. */
const minLengthRatio = 1 / 4;

/**
 * Plans the segments that several workers render: of equal length, and as many as keep all workers busy to the end. A
 * video no longer than one segment stays whole.
 */
export function planWorkerSegments(
  { frames, fps }: Pick<FrameSchedule, 'frames' | 'fps'>,
  { slots, segmentSeconds }: FreeWorkers,
): SegmentFrames[] {
  const maxFrames = (segmentSeconds ?? defaultSegmentSeconds) * fps;
  if (frames <= maxFrames || slots < 2) return [{ first: 0, frames }];
  const keyFrameInterval = keyFrameSeconds * fps;
  const rounds = Math.ceil(frames / (maxFrames * slots));
  const target = Math.max(frames / (rounds * slots), maxFrames * minLengthRatio);
  const length = Math.ceil(target / keyFrameInterval) * keyFrameInterval;
  return Array.from({ length: Math.ceil(frames / length) }, (_, index) => {
    const first = index * length;
    return { first, frames: Math.min(length, frames - first) };
  });
}
