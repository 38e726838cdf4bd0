import { lastAtOrBefore } from '../../../game/binary-search.ts';
import { isWholeObject } from '../../../game/play/index.ts';
import type { Trigger, TriggerCondition } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { SceneInput } from '../scene-input.ts';
import { hitsOf } from '../sounds/hits.ts';
import type { Hit } from '../sounds/samples.ts';
import { changesTo, type PassFail } from './pass-fail.ts';

/** A sprite's trigger and the times at which the play fires it, in order. */
export interface TriggerTimes {
  readonly trigger: Trigger;
  readonly times: Float64Array;
}

/** A trigger that has fired, and when it last did. */
export interface FiredTrigger {
  readonly trigger: Trigger;
  readonly firedAt: Millis;
}

/** Returns a function that finds the times of triggers. Triggers with the same condition share one array. */
export function createTriggerFinder(
  input: Pick<SceneInput, 'play' | 'mods'>,
  passFail: PassFail,
): (triggers: readonly Trigger[]) => readonly TriggerTimes[] {
  const timesByCondition = new Map<string, Float64Array>();
  let hits: readonly Hit[] | null = null;

  function timesOf(on: TriggerCondition): Float64Array {
    if (on.kind === 'hit-object-hit') return objectHitTimes(input);
    if (on.kind !== 'hit-sound') return changesTo(on.kind, passFail);
    hits ??= hitsOf(input);
    return Float64Array.from(
      hits.filter((hit) => matchesSound(on, hit)),
      ({ time }) => time,
    ).sort();
  }

  return (triggers) =>
    triggers.flatMap((trigger) => {
      const key = JSON.stringify(trigger.on);
      const all = timesByCondition.get(key) ?? timesOf(trigger.on);
      timesByCondition.set(key, all);
      const times = all.subarray(lastBefore(all, trigger.start) + 1, lastAtOrBefore(all, trigger.end) + 1);
      return times.length > 0 ? [{ trigger, times }] : [];
    });
}

/** The triggers that have fired by a time: each with its last firing, and one per group, the latest (rule SB11). */
export function firedTriggersAt(triggers: readonly TriggerTimes[], t: Millis): readonly FiredTrigger[] {
  if (triggers.length === 0) return noTriggers;
  const fired: FiredTrigger[] = [];
  const indexByGroup = new Map<number, number>();
  for (const { trigger, times } of triggers) {
    const last = lastAtOrBefore(times, t);
    if (last < 0) continue;
    const firedAt = times[last]!;
    const sameGroup = trigger.group === 0 ? undefined : indexByGroup.get(trigger.group);
    if (sameGroup === undefined) indexByGroup.set(trigger.group, fired.push({ trigger, firedAt }) - 1);
    else if (firedAt >= fired[sameGroup]!.firedAt) fired[sameGroup] = { trigger, firedAt };
  }
  return fired;
}

const noTriggers: readonly FiredTrigger[] = [];

function matchesSound(on: TriggerCondition & { kind: 'hit-sound' }, { sounds, samples }: Hit): boolean {
  return (
    (on.normalSet ?? samples.normalSet) === samples.normalSet &&
    (on.additionSet ?? samples.additionSet) === samples.additionSet &&
    (on.index ?? samples.index) === samples.index &&
    (on.addition === null || sounds[on.addition])
  );
}

function objectHitTimes({ play }: Pick<SceneInput, 'play'>): Float64Array {
  const hit = play.judgements.filter((judgement) => isWholeObject(judgement) && judgement.result !== 'miss');
  return Float64Array.from(hit, ({ time }) => time).sort();
}

/** The index of the last time before t in an ascending array; -1 if there is none. */
function lastBefore(times: Float64Array, t: Millis): number {
  let last = lastAtOrBefore(times, t);
  while (last >= 0 && times[last] === t) last--;
  return last;
}
