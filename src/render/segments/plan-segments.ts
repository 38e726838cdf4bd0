import type { FrameRange } from '../film.ts';

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
