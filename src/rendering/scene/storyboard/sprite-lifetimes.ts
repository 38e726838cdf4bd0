import type { StoryboardSprite, Track, TrackPart } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { Life } from '../animation/timeline.ts';
import type { Cue } from './trigger-times.ts';

/** Appearances with less between them are one: finding a sprite again costs more than asking it in vain for a while. */
const shortestGap = 500;

/**
 * When a sprite may be seen: stretches of its life outside of which its alpha is 0, in order and apart from each other.
 * Many sprites live for the whole song and are seen for seconds of it.
 */
export function appearancesOf({ timeline }: StoryboardSprite, cues: readonly Cue[]): Life[] {
  const { lifetime, tracks } = timeline;
  const lives = cues.map(({ trigger, moments }) => ({
    appears: moments[0]!,
    vanishes: moments.at(-1)! + trigger.duration,
  }));
  if (lifetime !== null) {
    const { start, end } = lifetime;
    // What a trigger makes of alpha stays for the rest of the life.
    const seen =
      tracks.alpha === undefined || cues.length > 0 ? [{ appears: start, vanishes: end }] : litBy(tracks.alpha);
    for (const { appears, vanishes } of seen) {
      lives.push({ appears: Math.max(appears, start), vanishes: Math.min(vanishes, end) });
    }
  }
  return joined(lives);
}

/** Where one of the commands, or what it leaves behind, may be more than 0. */
function litBy({ initial, parts }: Track): Life[] {
  const lives: Life[] = parts.flatMap((part) => (part.loop === null ? litByCommands(part) : litByLoop(part)));
  if (initial > 0) {
    const first = Math.min(...parts.map(({ commands, first, loop }) => (loop?.start ?? 0) + commands.starts[first]!));
    lives.push({ appears: Number.NEGATIVE_INFINITY, vanishes: first });
  }
  return lives;
}

function litByCommands({ commands: { starts, ends, from, to }, first, count }: TrackPart): Life[] {
  const lives: Life[] = [];
  for (let i = first; i < first + count; i++) {
    if (from[i] === 0 && to[i] === 0) continue;
    const next = i + 1 < first + count ? starts[i + 1]! : Number.POSITIVE_INFINITY;
    lives.push({ appears: starts[i]!, vanishes: to[i]! > 0 ? next : Math.min(ends[i]!, next) });
  }
  return joined(lives);
}

/** All repetitions are one stretch: there may be a billion of them. */
function litByLoop({ commands: { starts, ends, from, to }, first, count, loop }: TrackPart): Life[] {
  let lit = false;
  let end = Number.NEGATIVE_INFINITY;
  for (let i = first; i < first + count; i++) {
    lit ||= from[i] !== 0 || to[i] !== 0;
    end = Math.max(end, ends[i]!);
  }
  if (!lit) return [];
  const { start, period, count: repetitions } = loop!;
  const stays = to[first + count - 1]! > 0;
  const over: Millis = stays ? Number.POSITIVE_INFINITY : start + (repetitions - 1) * period + end;
  return [{ appears: start + starts[first]!, vanishes: over }];
}

function joined(lives: readonly Life[]): Life[] {
  const apart: { appears: Millis; vanishes: Millis }[] = [];
  for (const { appears, vanishes } of lives.toSorted((a, b) => a.appears - b.appears)) {
    if (!(vanishes > appears)) continue;
    const before = apart.at(-1);
    if (before && appears - before.vanishes < shortestGap) before.vanishes = Math.max(before.vanishes, vanishes);
    else apart.push({ appears, vanishes });
  }
  return apart;
}
