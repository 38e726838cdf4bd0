import { keyFrameSeconds } from '../../video/index.ts';
import type { FrameRange, Take } from '../film.ts';

export interface SegmentPlan {
  readonly frames: number;
  /** Frames from key frame to key frame: where segments begin, a single film has a key frame, too. */
  readonly keyFrames: number;
  readonly processes: number;
  /** No segment has more frames than this. */
  readonly most: number;
}

/**
 * The stretches that several processes take one after the other. Long ones come first, since each costs a little, and
 * they get shorter towards the end, so that all processes end at about the same time.
 */
export function planSegments({ frames, keyFrames, processes, most }: SegmentPlan): FrameRange[] {
  const ranges: FrameRange[] = [];
  for (let first = 0; first < frames; ) {
    const share = Math.min((frames - first) / (2 * processes), most);
    const length = Math.max(1, Math.round(share / keyFrames)) * keyFrames;
    const next = { first, frames: Math.min(length, frames - first) };
    ranges.push(next);
    first += next.frames;
  }
  return ranges;
}

/** Workers that may take part in one render, each on a machine of its own. */
export interface Fleet {
  /** As many as are free, the one that asks among them. */
  readonly slots: number;
  /** No stretch is longer; null: as long as pays. */
  readonly segmentSeconds: number | null;
}

/** A worker has to fetch and read the play anew for every stretch, and to store it. */
const defaultFleetSeconds = 60;
/** The shortest stretch that is worth that is so much of the longest. */
const shortestShare = 1 / 4;

/**
 * The stretches that the workers of a fleet take: alike, and as many as keep all of them busy to the end. A video that is
 * no longer than one stretch may be stays whole.
 */
export function planFleet(
  { frames, fps }: Pick<Take, 'frames' | 'fps'>,
  { slots, segmentSeconds }: Fleet,
): FrameRange[] {
  const most = (segmentSeconds ?? defaultFleetSeconds) * fps;
  if (frames <= most || slots < 2) return [{ first: 0, frames }];
  const keyFrames = keyFrameSeconds * fps;
  const rounds = Math.ceil(frames / (most * slots));
  const share = Math.max(frames / (rounds * slots), most * shortestShare);
  const length = Math.ceil(share / keyFrames) * keyFrames;
  return Array.from({ length: Math.ceil(frames / length) }, (_, index) => {
    const first = index * length;
    return { first, frames: Math.min(length, frames - first) };
  });
}
