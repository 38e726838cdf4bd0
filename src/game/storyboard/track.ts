import type { Mods } from '../mods/index.ts';
import type { Millis } from '../units.ts';
import { easingOf } from './easing.ts';
import type { Track, TrackPart } from './storyboard.ts';

/** A time, and the client whose rules decide between overlapping commands. */
export interface TrackMoment {
  readonly t: Millis;
  readonly rules: Mods['rules'];
}

/**
 * The value of a property at a time: that of the command that decides, also after its end. Before the first command, its
 * start value applies (rules SB1, SB2, SB14); without any command, the fallback.
 */
export function valueAt(track: Track | undefined, moment: TrackMoment, fallback: number): number {
  if (track === undefined) return fallback;
  const { t } = moment;
  const started = activeCommandAt(track, moment);
  return started === null ? track.initial : commandValueAt(started, t);
}

/** The command that determines a property, in the current repetition of its loop. */
export interface ActiveCommand {
  readonly part: TrackPart;
  readonly index: number;
  /** In song time. */
  readonly startedAt: Millis;
  /** When the next command of the same part starts. */
  readonly nextAt: Millis;
}

/** The value that a command gives its property at a time. */
export function commandValueAt({ part, index, startedAt }: ActiveCommand, t: Millis): number {
  const { from, to, easings, starts, ends } = part.commands;
  const a = from[index]!;
  const b = to[index]!;
  const duration = ends[index]! - starts[index]!;
  const progress = duration > 0 ? (t - startedAt) / duration : 1;
  return progress >= 1 ? b : a + (b - a) * easingOf(easings[index]!)(progress);
}

/** Whether a command turns a switch (flip, additive blending) on at a time (rule SB4). */
export function isSwitchOnAt({ part, index, startedAt }: ActiveCommand, t: Millis): boolean {
  const duration = part.commands.ends[index]! - part.commands.starts[index]!;
  return duration === 0 || t < startedAt + duration;
}

/** The time after which a command no longer changes its property. */
export function settledAt({ part, index, startedAt }: ActiveCommand): Millis {
  const { from, to, starts, ends } = part.commands;
  return from[index] === to[index] ? startedAt : startedAt + ends[index]! - starts[index]!;
}

/** The command that decides a track; null before the first command. */
export function activeCommandAt(track: Track, moment: TrackMoment): ActiveCommand | null {
  let found: ActiveCommand | null = null;
  for (const part of track.parts) {
    const candidate = activeCommandInPart(part, moment);
    if (candidate !== null && (found === null || takesOver(candidate, found, moment))) found = candidate;
  }
  return found;
}

/**
 * Whether a command decides instead of another one. In lazer the last to start does (rule SB2). In stable the first to
 * start of those that are running does, otherwise the last to end (rule SB14).
 */
export function takesOver(command: ActiveCommand, other: ActiveCommand, { t, rules }: TrackMoment): boolean {
  if (rules === 'lazer') return command.startedAt >= other.startedAt;
  const isRunning = t <= endOf(command);
  if (isRunning !== t <= endOf(other)) return isRunning;
  return isRunning ? command.startedAt < other.startedAt : endOf(command) > endOf(other);
}

function endOf({ part, index, startedAt }: ActiveCommand): Millis {
  return startedAt + part.commands.ends[index]! - part.commands.starts[index]!;
}

function activeCommandInPart(part: TrackPart, { t, rules }: TrackMoment): ActiveCommand | null {
  const { loop, commands, first, count } = part;
  const { starts, ends } = commands;
  if (loop === null) {
    const last = lastIndexAtOrBefore(part, t);
    if (last < first) return null;
    const index = rules === 'lazer' ? last : firstRunning(part, last, t);
    if (index < last) return { part, index, startedAt: starts[index]!, nextAt: ends[index]! };
    return { part, index, startedAt: starts[index]!, nextAt: index + 1 < first + count ? starts[index + 1]! : never };
  }
  const earliest = loop.start + starts[first]!;
  if (t < earliest) return null;
  // Find the latest repetition in which the first command has started, and its last started command.
  const passed = loop.period > 0 ? Math.floor((t - earliest) / loop.period) : loop.count - 1;
  const repetition = Math.min(passed, loop.count - 1);
  const base = loop.start + repetition * loop.period;
  const last = Math.max(lastIndexAtOrBefore(part, t - base), first);
  const index = rules === 'lazer' ? last : firstRunning(part, last, t - base);
  const again = repetition < loop.count - 1 ? base + loop.period + starts[first]! : never;
  const nextAt = index + 1 < first + count ? base + starts[index + 1]! : again;
  return { part, index, startedAt: base + starts[index]!, nextAt };
}

const never = Number.POSITIVE_INFINITY;

/** The most commands with equal starts that are compared, so that no file makes a frame slow. */
const maxTies = 64;

/** The command up to `last` that started first, and of those ends first, of those that are running; `last` if none is. */
function firstRunning({ commands, first }: TrackPart, last: number, t: Millis): number {
  const { starts, ends, latestEnds } = commands;
  let low = first;
  let high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (latestEnds[middle]! > t) high = middle;
    else low = middle + 1;
  }
  let found = low;
  for (let i = low + 1; i <= last && i < low + maxTies && starts[i] === starts[low]; i++) {
    if (ends[i]! > t && ends[i]! < ends[found]!) found = i;
  }
  return found;
}

/** Index of the last command that starts at or before `t`, in the part's own time; `first` − 1 if there is none. */
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
