import { hasMod, type Mods } from '../mods/index.ts';
import {
  type ComboChange,
  capByHead,
  type Judgement,
  lazerComboChange,
  lazerScoringOf,
  type Play,
  type Result,
  resultOfShare,
  type SliderPlay,
  stableComboChange,
} from '../play/index.ts';
import type { FoundMistake } from './mistake.ts';

/** A judgement as it would have been. */
export interface Repair {
  /** Index in the judgements of the play. */
  readonly index: number;
  readonly judgement: Judgement;
}

/** What a mistake would change if it alone had not been made, in order (rule MC19). */
export type RepairMistake = (mistake: FoundMistake) => readonly Repair[];

/** Finds the judgements that a mistake changes: of a slider as a whole its missed parts, of a part also the slider. */
export function createRepairs(play: Play, mistakes: readonly FoundMistake[], mods: Mods): RepairMistake {
  const { judgements, map, objects } = play;
  const wholeHasResult = map.rules === 'stable' || lazerScoringOf(mods).classicSliders;
  const ofSlider = sliderJudgements(play, mistakes);

  const repair = (index: number, result: Result): Repair => ({
    index,
    judgement: { ...judgements[index]!, result },
  });
  const bestOf = (index: number): Repair => {
    const { part } = judgements[index]!;
    const isPoint = part === 'tick' || part === 'repeat' || part === 'end';
    return repair(index, isPoint || (part === 'head' && wholeHasResult) ? 'hit' : 'great');
  };

  /** The slider's result with one more part hit; none if it stays the same. */
  function sliderRepair(part: number, indices: readonly number[]): Repair[] {
    const whole = indices.find((index) => judgements[index]!.part === 'slider');
    if (whole === undefined) return [];
    const slider = objects[judgements[whole]!.object] as SliderPlay;
    const isHead = judgements[part]!.part === 'head';
    const hits = slider.points.filter(({ hit }) => hit).length + (isHead || slider.headResult !== 'miss' ? 1 : 0);
    const share = (isHead ? hits : hits + 1) / (slider.points.length + 1);
    const result = resultOfShare(share);
    const capped = hasMod(mods, 'V2') && !isHead ? capByHead(result, slider.headResult) : result;
    return capped === judgements[whole]!.result ? [] : [repair(whole, capped)];
  }

  return ({ judgement: index, object, part }) => {
    const indices = ofSlider.get(object);
    if (indices === undefined || !wholeHasResult) return [bestOf(index)];
    // A head that is missed after the end of its slider is judged after the slider.
    if (part !== 'slider') return [bestOf(index), ...sliderRepair(index, indices)].sort((a, b) => a.index - b.index);
    return indices
      .filter((other) => judgements[other]!.part === 'slider' || judgements[other]!.result === 'miss')
      .map(bestOf);
  };
}

/** The judgements of the sliders with mistakes, by the index of the object. */
function sliderJudgements({ judgements, map }: Play, mistakes: readonly FoundMistake[]): Map<number, number[]> {
  const indices = new Map<number, number[]>();
  for (const { object } of mistakes) if (map.objects[object]!.kind === 'slider') indices.set(object, []);
  for (const [i, { object }] of judgements.entries()) indices.get(object)?.push(i);
  return indices;
}

/** The effect of a judgement on the combo, by the rules of the play. */
export function comboChangeOf({ map }: Play, mods: Mods): (judgement: Judgement) => ComboChange {
  return map.rules === 'lazer' ? lazerComboChange(lazerScoringOf(mods)) : stableComboChange;
}
