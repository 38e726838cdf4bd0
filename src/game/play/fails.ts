import type { PlayableMap } from '../beatmap/index.ts';
import { hasMod, type Mods } from '../mods/index.ts';
import type { Millis } from '../units.ts';
import { isWholeObject } from './combo-ends.ts';
import type { Judgement } from './play.ts';

/** Whether a play with these mods can fail (rule HP6). */
export function canFail(mods: Mods): boolean {
  return !['NF', 'RX', 'AP', 'AT', 'CN'].some((acronym) => hasMod(mods, acronym));
}

/** Sudden Death and Target Practice fail when the combo breaks, Perfect with any result below the best (rule HP6). */
export function failsAt(mods: Mods, breaksCombo: (judgement: Judgement) => boolean): (judgement: Judgement) => boolean {
  const perfect = hasMod(mods, 'PF');
  if (!perfect && !hasMod(mods, 'SD') && !hasMod(mods, 'TP')) return () => false;
  return (judgement) =>
    breaksCombo(judgement) ||
    (perfect && isWholeObject(judgement) && (judgement.result === 'ok' || judgement.result === 'meh'));
}

/** What decides whether and when a recorded play failed. */
interface RecordedEnd {
  readonly map: PlayableMap;
  /** The time of the last frame. */
  readonly end: Millis;
  /** When the simulated health was empty; null if it never was. */
  readonly emptyAt: Millis | null;
  /** The rank that lazer recorded; null if the replay has none. */
  readonly rank: string | null;
}

/**
 * If the recording continues for longer than this after health is empty, the play did not fail: a fail ends the
 * recording.
 */
const failToleranceMs = 3000;

/** When the play failed: where its recording ends, whatever the simulated health is (rule HP7). */
export function failTime({ map, end, emptyAt, rank }: RecordedEnd): Millis | null {
  if (rank !== null && rank !== 'F') return null;
  if (emptyAt !== null && end <= emptyAt + failToleranceMs) return emptyAt;
  const last = map.objects.at(-1);
  return rank === 'F' || (last !== undefined && end < last.startTime) ? end : null;
}
