import { lastObjectEnd, visibleBreaks } from '../../../game/beatmap/index.ts';
import { lastAtOrBefore } from '../../../game/binary-search.ts';
import { comboEnds, healthAt, isWholeObject } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { SceneInput } from '../scene-input.ts';

/** When the play passes and fails, which selects the Pass or the Fail layer. It passes at first. */
export interface PassFail {
  /** The times of change: first to failing, then to passing, and so on. */
  readonly changes: Float64Array;
}

const minPassingHealth = 0.5;

/**
 * A stable play passes while its last combo was a geki; in breaks while health is at least half; and after the last
 * object if at least half of the breaks were passed, or without breaks if health is at least half (rule SB10). A lazer
 * play passes while health is at least half.
 */
export function createPassFail({ play, mods }: Pick<SceneInput, 'play' | 'mods'>): PassFail {
  const isHealthy = (t: Millis) => healthAt(play.health, t) >= minPassingHealth;
  const { times, comboEnd } = play.totals;
  const events: { time: Millis; passes: boolean }[] = [];
  if (mods.rules === 'lazer') {
    for (const time of times) events.push({ time, passes: isHealthy(time) });
    return passFailOf(events);
  }
  for (const [i, judgement] of play.judgements.entries()) {
    const endsCombo = isWholeObject(judgement) && play.map.objects[judgement.object]!.lastInCombo;
    if (endsCombo) events.push({ time: judgement.time, passes: comboEnd[i] === comboEnds.geki });
  }
  const breaks = visibleBreaks(play.map.beatmap).map(({ start }) => ({ time: start, passes: isHealthy(start) }));
  for (const period of breaks) events.push(period);
  events.sort((a, b) => a.time - b.time);
  const end = lastObjectEnd(play.map.objects, times.at(-1));
  const passed = breaks.filter(({ passes }) => passes).length;
  events.push({ time: end, passes: breaks.length > 0 ? passed * 2 >= breaks.length : isHealthy(end) });
  return passFailOf(events);
}

function passFailOf(events: readonly { readonly time: Millis; readonly passes: boolean }[]): PassFail {
  const changes: Millis[] = [];
  for (const { time, passes } of events) if (passes !== (changes.length % 2 === 0)) changes.push(time);
  return { changes: Float64Array.from(changes) };
}

/** Whether the play passes at a time. */
export function isPassingAt({ changes }: PassFail, t: Millis): boolean {
  return lastAtOrBefore(changes, t) % 2 !== 0;
}

/** The times at which the play starts to fail, or to pass again. */
export function changesTo(state: 'passing' | 'failing', { changes }: PassFail): Float64Array {
  const parity = state === 'failing' ? 0 : 1;
  return changes.filter((_, i) => i % 2 === parity);
}
