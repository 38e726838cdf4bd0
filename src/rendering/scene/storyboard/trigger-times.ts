import { isWholeObject } from '../../../game/play/index.ts';
import type { Trigger, TriggerCondition } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import { lastAtOrBefore } from '../animation/tween.ts';
import type { SceneInput } from '../scene-input.ts';
import { hitsOf } from '../sounds/hits.ts';
import type { Hit } from '../sounds/samples.ts';
import { turnsTo, type Verdicts } from './pass-fail.ts';

/** A trigger of a sprite and the moments of the play that set it off, in order. */
export interface Cue {
  readonly trigger: Trigger;
  readonly moments: Float64Array;
}

/** A trigger that was set off, and when. */
export interface Cued {
  readonly trigger: Trigger;
  readonly since: Millis;
}

/** Finds the cues of triggers. Those that wait for the same share their moments, however many there are. */
export function createCueFinder(
  input: Pick<SceneInput, 'play' | 'mods'>,
  verdicts: Verdicts,
): (triggers: readonly Trigger[]) => readonly Cue[] {
  const known = new Map<string, Float64Array>();
  let hits: readonly Hit[] | null = null;

  function momentsOf(on: TriggerCondition): Float64Array {
    if (on.kind === 'hit-object-hit') return objectsHit(input);
    if (on.kind !== 'hit-sound') return turnsTo(on.kind, verdicts);
    hits ??= hitsOf(input);
    return Float64Array.from(
      hits.filter((hit) => isHeard(on, hit)),
      ({ time }) => time,
    ).sort();
  }

  return (triggers) =>
    triggers.flatMap((trigger) => {
      const key = JSON.stringify(trigger.on);
      const all = known.get(key) ?? momentsOf(trigger.on);
      known.set(key, all);
      const moments = all.subarray(lastBefore(all, trigger.start) + 1, lastAtOrBefore(all, trigger.end) + 1);
      return moments.length > 0 ? [{ trigger, moments }] : [];
    });
}

/** What has been set off by a time: of each trigger the last time, and of a group the last trigger (rule SB11). */
export function cuedAt(cues: readonly Cue[], t: Millis): readonly Cued[] {
  if (cues.length === 0) return none;
  const cued: Cued[] = [];
  const places = new Map<number, number>();
  for (const { trigger, moments } of cues) {
    const last = lastAtOrBefore(moments, t);
    if (last < 0) continue;
    const since = moments[last]!;
    const rival = trigger.group === 0 ? undefined : places.get(trigger.group);
    if (rival === undefined) places.set(trigger.group, cued.push({ trigger, since }) - 1);
    else if (since >= cued[rival]!.since) cued[rival] = { trigger, since };
  }
  return cued;
}

const none: readonly Cued[] = [];

function isHeard(on: TriggerCondition & { kind: 'hit-sound' }, { sounds, samples }: Hit): boolean {
  return (
    (on.normalSet ?? samples.normalSet) === samples.normalSet &&
    (on.additionSet ?? samples.additionSet) === samples.additionSet &&
    (on.index ?? samples.index) === samples.index &&
    (on.addition === null || sounds[on.addition])
  );
}

function objectsHit({ play }: Pick<SceneInput, 'play'>): Float64Array {
  const hit = play.judgements.filter((judgement) => isWholeObject(judgement) && judgement.result !== 'miss');
  return Float64Array.from(hit, ({ time }) => time).sort();
}

/** The index of the last of ascending times before t; -1 when there is none. */
function lastBefore(times: Float64Array, t: Millis): number {
  let last = lastAtOrBefore(times, t);
  while (last >= 0 && times[last] === t) last--;
  return last;
}
