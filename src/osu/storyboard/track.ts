import type { Millis } from '../units.ts';
import { easingOf } from './easing.ts';
import type { Track, TrackPart } from './storyboard.ts';

/**
 * The value of a property at a time: that of the command which started last, held after its end; before the first
 * command, what that one starts from (rules SB1, SB2). Without commands, the fallback.
 */
export function valueAt(track: Track | undefined, t: Millis, fallback: number): number {
  if (track === undefined) return fallback;
  const found = lastStarted(track, t);
  if (found === null) return track.initial;
  const { from, to, easings, starts, ends } = found.part.commands;
  const a = from[found.index]!;
  const b = to[found.index]!;
  const duration = ends[found.index]! - starts[found.index]!;
  const progress = duration > 0 ? (t - found.startedAt) / duration : 1;
  return progress >= 1 ? b : a + (b - a) * easingOf(easings[found.index]!)(progress);
}

/** Whether a switch (a flip, additive blending) is on at a time (rule SB4). */
export function isOn(track: Track | undefined, t: Millis): boolean {
  const found = track === undefined ? null : lastStarted(track, t);
  if (found === null) return false;
  const { starts, ends } = found.part.commands;
  const duration = ends[found.index]! - starts[found.index]!;
  return duration === 0 || t < found.startedAt + duration;
}

interface Found {
  readonly part: TrackPart;
  readonly index: number;
  /** In song time, in the repetition that is running. */
  readonly startedAt: Millis;
}

function lastStarted(track: Track, t: Millis): Found | null {
  let found: Found | null = null;
  for (const part of track.parts) {
    const candidate = lastStartedIn(part, t);
    if (candidate !== null && (found === null || candidate.startedAt >= found.startedAt)) found = candidate;
  }
  return found;
}

function lastStartedIn(part: TrackPart, t: Millis): Found | null {
  const { loop, commands, first } = part;
  if (loop === null) {
    const index = lastIndexFrom(part, t);
    return index < first ? null : { part, index, startedAt: commands.starts[index]! };
  }
  const earliest = loop.start + commands.starts[first]!;
  if (t < earliest) return null;
  // The latest repetition in which the first command has started; in it, the last that has.
  const passed = loop.period > 0 ? Math.floor((t - earliest) / loop.period) : loop.count - 1;
  const repetition = Math.min(passed, loop.count - 1);
  const base = loop.start + repetition * loop.period;
  const index = Math.max(lastIndexFrom(part, t - base), first);
  return { part, index, startedAt: base + commands.starts[index]! };
}

/** The last command of a part that starts at or before a time on its own clock; one before the first when none does. */
function lastIndexFrom({ commands, first, count }: TrackPart, t: Millis): number {
  let low = first;
  let high = first + count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (commands.starts[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
