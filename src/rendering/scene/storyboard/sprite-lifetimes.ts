import type { Mods } from '../../../game/mods/index.ts';
import type { StoryboardSprite, Track, TrackPart } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { Lifetime } from '../animation/timeline.ts';
import type { TriggerTimes } from './trigger-times.ts';

/**
 * Lifetimes with a shorter gap are merged: testing an invisible sprite for a while is cheaper than finding it again.
 */
const minGap = 500;

/**
 * The intervals in which a sprite can be visible, in order and without overlap; its alpha is 0 outside them. Many
 * sprites are alive for the whole song but visible for seconds.
 */
export function visibleLifetimes(
  { timeline }: StoryboardSprite,
  triggers: readonly TriggerTimes[],
  rules: Mods['rules'],
): Lifetime[] {
  const { lifetime, tracks } = timeline;
  const lifetimes = triggers.map(({ trigger, times }) => ({
    appears: times[0]!,
    vanishes: times.at(-1)! + trigger.duration,
  }));
  if (lifetime !== null) {
    const { start, end } = lifetime;
    // A trigger's alpha stays for the rest of the lifetime.
    const visible =
      tracks.alpha === undefined || triggers.length > 0
        ? [{ appears: start, vanishes: end }]
        : lifetimesOfTrack(tracks.alpha, rules);
    for (const { appears, vanishes } of visible) {
      lifetimes.push({ appears: Math.max(appears, start), vanishes: Math.min(vanishes, end) });
    }
  }
  return merged(lifetimes);
}

/** The intervals in which a command, or its final value, can make alpha greater than 0. */
function lifetimesOfTrack({ initial, parts }: Track, rules: Mods['rules']): Lifetime[] {
  const lifetimes: Lifetime[] = parts.flatMap((part) =>
    part.loop === null ? lifetimesOfCommands(part, rules) : lifetimesOfLoop(part),
  );
  if (initial > 0) {
    const first = parts.reduce(
      (earliest, { commands, first, loop }) => Math.min(earliest, (loop?.start ?? 0) + commands.starts[first]!),
      Number.POSITIVE_INFINITY,
    );
    lifetimes.push({ appears: Number.NEGATIVE_INFINITY, vanishes: first });
  }
  return lifetimes;
}

function lifetimesOfCommands(part: TrackPart, rules: Mods['rules']): Lifetime[] {
  const { commands, first, count } = part;
  const { starts, ends, from, to } = commands;
  const lifetimes: Lifetime[] = [];
  for (let i = first; i < first + count; i++) {
    if (from[i] === 0 && to[i] === 0) continue;
    const next = i + 1 < first + count ? starts[i + 1]! : Number.POSITIVE_INFINITY;
    // In stable, a command may decide until its end, also after the next has started.
    const last = rules === 'stable' ? Math.max(ends[i]!, next) : next;
    lifetimes.push({ appears: starts[i]!, vanishes: to[i]! > 0 ? last : Math.min(ends[i]!, last) });
  }
  return merged(lifetimes);
}

/** All repetitions become one interval: there may be a billion of them. */
function lifetimesOfLoop({ commands: { starts, ends, from, to }, first, count, loop }: TrackPart): Lifetime[] {
  let isVisible = false;
  let end = Number.NEGATIVE_INFINITY;
  for (let i = first; i < first + count; i++) {
    isVisible ||= from[i] !== 0 || to[i] !== 0;
    end = Math.max(end, ends[i]!);
  }
  if (!isVisible) return [];
  const { start, period, count: repetitions } = loop!;
  const staysVisible = to[first + count - 1]! > 0;
  const over: Millis = staysVisible ? Number.POSITIVE_INFINITY : start + (repetitions - 1) * period + end;
  return [{ appears: start + starts[first]!, vanishes: over }];
}

function merged(lifetimes: readonly Lifetime[]): Lifetime[] {
  const result: { appears: Millis; vanishes: Millis }[] = [];
  for (const { appears, vanishes } of lifetimes.toSorted((a, b) => a.appears - b.appears)) {
    if (!(vanishes > appears)) continue;
    const before = result.at(-1);
    if (before && appears - before.vanishes < minGap) before.vanishes = Math.max(before.vanishes, vanishes);
    else result.push({ appears, vanishes });
  }
  return result;
}
