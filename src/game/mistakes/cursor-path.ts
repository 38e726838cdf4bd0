import { firstIndexWhere } from '../binary-search.ts';
import type { ReplayFrames } from '../replay/index.ts';
import type { Millis, OsuPoint } from '../units.ts';

/** Frames of a replay that are further apart than this are no evidence for what happened between them (rule MC14). */
const maxFrameGapMs = 200;
/** M1, M2, K1 and K2, without smoke. */
const hitKeys = 15;

/** A path with more frames is followed in larger steps: no client records a hit window so densely. */
const maxPathSteps = 500;

/** The times from one to another, both included. */
export interface TimeRange {
  readonly from: Millis;
  readonly to: Millis;
}

/** A cursor and its distance from a target. */
export interface Approach {
  readonly time: Millis;
  readonly at: OsuPoint;
  /** Cursor minus target. */
  readonly offset: OsuPoint;
  readonly distance: number;
}

/** The index of the first frame after a time. */
function firstAfter({ count, times }: ReplayFrames, t: Millis): number {
  return firstIndexWhere(0, count, (i) => times[i]! > t);
}

/** The cursor at a time, on a straight line between frames; null without frames. */
export function cursorAt(frames: ReplayFrames, t: Millis): OsuPoint | null {
  const { count, times, xs, ys } = frames;
  if (count === 0) return null;
  const next = Math.min(firstAfter(frames, t), count - 1);
  const last = Math.max(next - 1, 0);
  const elapsed = times[next]! - times[last]!;
  const share = elapsed > 0 ? Math.min(Math.max((t - times[last]!) / elapsed, 0), 1) : 1;
  return { x: xs[last]! + (xs[next]! - xs[last]!) * share, y: ys[last]! + (ys[next]! - ys[last]!) * share };
}

/** Whether a key is held in the last frame at or before a time. */
export function isHeld(frames: ReplayFrames, t: Millis): boolean {
  const last = firstAfter(frames, t) - 1;
  return last >= 0 && (frames.keys[last]! & hitKeys) !== 0;
}

/** The times between frames that are too far apart, in order. */
export function gapsOf({ count, times }: ReplayFrames): readonly TimeRange[] {
  const gaps: TimeRange[] = [];
  for (let i = 1; i < count; i++) {
    if (times[i]! - times[i - 1]! > maxFrameGapMs) gaps.push({ from: times[i - 1]!, to: times[i]! });
  }
  return gaps;
}

/** Frames, and the gaps between them. */
export interface Recording {
  readonly frames: ReplayFrames;
  readonly gaps: readonly TimeRange[];
}

/** Whether a range is neither before the first frame nor after the last, and touches no gap. */
export function isRecorded({ frames: { count, times }, gaps }: Recording, { from, to }: TimeRange): boolean {
  if (count === 0 || to < times[0]! || from > times[count - 1]!) return false;
  const gap = gaps[firstIndexWhere(0, gaps.length, (i) => gaps[i]!.to > from)];
  return gap === undefined || gap.from >= to;
}

/** Where the cursor came nearest to a target within a range; `offsetOf` is cursor minus target. */
export function nearestApproach(
  frames: ReplayFrames,
  { from, to }: TimeRange,
  offsetOf: (at: OsuPoint, time: Millis) => OsuPoint,
): Approach | null {
  let nearest: Approach | null = null;
  let before: { readonly time: Millis; readonly at: OsuPoint; readonly offset: OsuPoint } | null = null;
  const visit = (time: Millis) => {
    const at = cursorAt(frames, time);
    if (at === null) return;
    const now = { time, at, offset: offsetOf(at, time) };
    const share = before === null ? 1 : nearestShare(before.offset, now.offset);
    const found = before === null || share === 1 ? now : between(before, now, share);
    const distance = Math.hypot(found.offset.x, found.offset.y);
    if (nearest === null || distance < nearest.distance) nearest = { ...found, distance };
    before = now;
  };
  const first = firstAfter(frames, from);
  const end = firstIndexWhere(0, frames.count, (i) => frames.times[i]! >= to);
  const step = Math.max(1, Math.ceil((end - first) / maxPathSteps));
  visit(from);
  for (let i = first; i < end; i += step) visit(frames.times[i]!);
  visit(to);
  return nearest;
}

/** How far along the line from `a` to `b` the origin is nearest, from 0 to 1. */
function nearestShare(a: OsuPoint, b: OsuPoint): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const squared = dx * dx + dy * dy;
  if (!(squared > 0)) return 1;
  return Math.min(Math.max(-(a.x * dx + a.y * dy) / squared, 0), 1);
}

type Visited = Omit<Approach, 'distance'>;

function between(a: Visited, b: Visited, share: number): Visited {
  const mix = (from: OsuPoint, to: OsuPoint) => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return { time: a.time + (b.time - a.time) * share, at: mix(a.at, b.at), offset: mix(a.offset, b.offset) };
}
