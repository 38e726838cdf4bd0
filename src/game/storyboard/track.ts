import type { Millis } from '../units.ts';
import { easingOf } from './easing.ts';
import type { Track, TrackPart } from './storyboard.ts';

/**
 * The value of a property at a time: that of the command which started last, held after its end; before the first
 * command, what that one starts from (rules SB1, SB2). Without commands, the fallback.
 */
export function valueAt(track: Track | undefined, t: Millis, fallback: number): number {
  if (track === undefined) return fallback;
  const started = activeCommandAt(track, t);
  return started === null ? track.initial : commandValueAt(started, t);
}

/** A command that has started, in the repetition that is running. */
export interface ActiveCommand {
  readonly part: TrackPart;
  readonly index: number;
  /** In song time. */
  readonly startedAt: Millis;
  /** When the next one of the same part starts. */
  readonly nextAt: Millis;
}

/** The number that a command has made of its property by a time. */
export function commandValueAt({ part, index, startedAt }: ActiveCommand, t: Millis): number {
  const { from, to, easings, starts, ends } = part.commands;
  const a = from[index]!;
  const b = to[index]!;
  const duration = ends[index]! - starts[index]!;
  const progress = duration > 0 ? (t - startedAt) / duration : 1;
  return progress >= 1 ? b : a + (b - a) * easingOf(easings[index]!)(progress);
}

/** Whether a command has a switch (a flip, additive blending) on at a time (rule SB4). */
export function isSwitchOnAt({ part, index, startedAt }: ActiveCommand, t: Millis): boolean {
  const duration = part.commands.ends[index]! - part.commands.starts[index]!;
  return duration === 0 || t < startedAt + duration;
}

/** From when on a command leaves its property alone. */
export function settledAt({ part, index, startedAt }: ActiveCommand): Millis {
  const { from, to, starts, ends } = part.commands;
  return from[index] === to[index] ? startedAt : startedAt + ends[index]! - starts[index]!;
}

/** The command of a track that started last; null before the first. */
export function activeCommandAt(track: Track, t: Millis): ActiveCommand | null {
  let found: ActiveCommand | null = null;
  for (const part of track.parts) {
    const candidate = activeCommandInPart(part, t);
    if (candidate !== null && (found === null || candidate.startedAt >= found.startedAt)) found = candidate;
  }
  return found;
}

function activeCommandInPart(part: TrackPart, t: Millis): ActiveCommand | null {
  const { loop, commands, first, count } = part;
  const { starts } = commands;
  if (loop === null) {
    const index = lastIndexAtOrBefore(part, t);
    if (index < first) return null;
    return { part, index, startedAt: starts[index]!, nextAt: index + 1 < first + count ? starts[index + 1]! : never };
  }
  const earliest = loop.start + starts[first]!;
  if (t < earliest) return null;
  // The latest repetition in which the first command has started; in it, the last that has.
  const passed = loop.period > 0 ? Math.floor((t - earliest) / loop.period) : loop.count - 1;
  const repetition = Math.min(passed, loop.count - 1);
  const base = loop.start + repetition * loop.period;
  const index = Math.max(lastIndexAtOrBefore(part, t - base), first);
  const again = repetition < loop.count - 1 ? base + loop.period + starts[first]! : never;
  const nextAt = index + 1 < first + count ? base + starts[index + 1]! : again;
  return { part, index, startedAt: base + starts[index]!, nextAt };
}

const never = Number.POSITIVE_INFINITY;

/** The last command of a part that starts at or before a time on its own clock; one before the first when none does. */
function lastIndexAtOrBefore({ commands, first, count }: TrackPart, t: Millis): number {
  let low = first;
  let high = first + count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (commands.starts[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
