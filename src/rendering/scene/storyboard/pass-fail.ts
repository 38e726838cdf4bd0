import { visibleBreaks } from '../../../game/beatmap/index.ts';
import { healthAt, isWholeObject } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { lastAtOrBefore } from '../animation/tween.ts';
import type { SceneInput } from '../scene-input.ts';

/** Whether the player does well, which decides between the Pass and the Fail layer. Passing at first. */
export interface Verdicts {
  /** When the play changes from passing to failing, then back, and so on. */
  readonly changes: Float64Array;
}

/** `comboEnd` of a combo of nothing but 300s. */
const geki = 3;
const half = 0.5;

/**
 * A stable play passes while its last combo was a geki, in breaks while health is half full, and after the last object
 * when half of the breaks were passed, or without any when health is half full (rule SB10). Lazer asks for half of the
 * health at any time.
 */
export function createVerdicts({ play, mods }: Pick<SceneInput, 'play' | 'mods'>): Verdicts {
  const healthy = (t: Millis) => healthAt(play.health, t) >= half;
  const { times, comboEnd } = play.totals;
  const events: { time: Millis; passes: boolean }[] = [];
  if (mods.rules === 'lazer') {
    for (const time of times) events.push({ time, passes: healthy(time) });
    return verdictsOf(events);
  }
  for (const [i, judgement] of play.judgements.entries()) {
    const endsCombo = isWholeObject(judgement) && play.map.objects[judgement.object]!.lastInCombo;
    if (endsCombo) events.push({ time: judgement.time, passes: comboEnd[i] === geki });
  }
  const breaks = visibleBreaks(play.map.beatmap).map(({ start }) => ({ time: start, passes: healthy(start) }));
  events.push(...breaks);
  events.sort((a, b) => a.time - b.time);
  const over = play.map.objects.reduce((latest, { endTime }) => Math.max(latest, endTime), times.at(-1) ?? 0);
  const passed = breaks.filter(({ passes }) => passes).length;
  events.push({ time: over, passes: breaks.length > 0 ? passed * 2 >= breaks.length : healthy(over) });
  return verdictsOf(events);
}

function verdictsOf(events: readonly { readonly time: Millis; readonly passes: boolean }[]): Verdicts {
  const changes: Millis[] = [];
  for (const { time, passes } of events) if (passes !== (changes.length % 2 === 0)) changes.push(time);
  return { changes: Float64Array.from(changes) };
}

export function passesAt({ changes }: Verdicts, t: Millis): boolean {
  return lastAtOrBefore(changes, t) % 2 !== 0;
}

/** The moments at which the play begins to fail, or to pass again. */
export function turnsTo(verdict: 'passing' | 'failing', { changes }: Verdicts): Float64Array {
  const parity = verdict === 'failing' ? 0 : 1;
  return changes.filter((_, i) => i % 2 === parity);
}
