import type { PlayableMap } from '../beatmap/index.ts';
import type { Judgement } from './play.ts';

/** How a combo of the map ended, from no end (0) to the best (3). */
export const comboEnds = { none: 0, mu: 1, katu: 2, geki: 3 } as const;
export type ComboEnd = (typeof comboEnds)[keyof typeof comboEnds];

/**
 * Returns a function that takes the judgements in order and classifies combo ends: geki if all are 300, katu if the
 * others are only 100s, mu otherwise or while an earlier object of the combo is not judged yet (rules GK1 to GK3).
 */
export function createComboEnds(map: PlayableMap): (judgement: Judgement) => ComboEnd {
  const judged = new Uint8Array(map.objects.length);
  let oks = 0;
  let bads = 0;
  return (judgement) => {
    const object = map.objects[judgement.object]!;
    // A missed head of the combo's last slider ends the combo early: only the slider's own result counts from here on.
    if (judgement.part === 'head' && judgement.result === 'miss' && object.lastInCombo) {
      oks = 0;
      bads = 0;
    }
    if (!isWholeObject(judgement)) return comboEnds.none;
    judged[object.index] = 1;
    if (judgement.result === 'ok') oks++;
    if (judgement.result === 'meh' || judgement.result === 'miss') bads++;
    if (!object.lastInCombo) return comboEnds.none;
    const end =
      bads > 0 || !isComboComplete(map, judged, object.index)
        ? comboEnds.mu
        : oks > 0
          ? comboEnds.katu
          : comboEnds.geki;
    oks = 0;
    bads = 0;
    return judgement.result === 'miss' ? comboEnds.none : end;
  };
}

/** Whether a judgement is the result of a whole object. */
export function isWholeObject({ part }: Pick<Judgement, 'part'>): boolean {
  return part === 'circle' || part === 'slider' || part === 'spinner';
}

function isComboComplete(map: PlayableMap, judged: Uint8Array, last: number): boolean {
  for (let i = last; i >= 0; i--) {
    if (judged[i] === 0) return false;
    if (map.objects[i]!.newCombo) return true;
  }
  return true;
}
