import type { PlayableMap } from '../../beatmap/index.ts';
import { isWholeObject } from '../combo-ends.ts';
import { createStableAccuracy, type Scorer } from '../compute-totals.ts';
import type { JudgedPart, Judgement, Result } from '../play.ts';

/** ScoreV2: up to 700,000 for combo, 300,000 for accuracy, plus spinner bonuses (rule SC4). */
export function createScoreV2(map: PlayableMap, modMultiplier: number): Scorer {
  const comboPartMax = perfectComboPart(map);
  const accuracyOf = createStableAccuracy();
  let comboPart = 0;
  let bonus = 0;
  let judged = 0;
  return (judgement, _before, combo) => {
    const accuracy = accuracyOf(judgement);
    if (isWholeObject(judgement)) judged++;
    if (judgement.part === 'spin')
      bonus += judgement.result === 'bonus' ? 500 : judgement.result === 'points' ? 100 : 0;
    else comboPart += comboValue(judgement) * (1 + combo / 10);
    const comboShare = comboPartMax === 0 ? 0 : comboPart / comboPartMax;
    const progress = map.objects.length === 0 ? 0 : judged / map.objects.length;
    return Math.round((comboShare * 700_000 + accuracy ** 10 * progress * 300_000 + bonus) * modMultiplier);
  };
}

/** A slider's value is at most that of its head (rule SC5). */
export function capByHead(result: Result, head: Result | null): Result {
  const order: readonly Result[] = ['great', 'ok', 'meh'];
  if (result === 'miss' || head === null || head === 'miss') return result;
  return order[Math.max(order.indexOf(result), order.indexOf(head))] ?? result;
}

function comboValue({ part, result }: Pick<Judgement, 'part' | 'result'>): number {
  if (result === 'miss') return 0;
  if (part === 'tick') return 10;
  if (part === 'head' || part === 'repeat' || part === 'end') return 30;
  return result === 'great' ? 300 : result === 'ok' ? 100 : 50;
}

function perfectComboPart(map: PlayableMap): number {
  let combo = 0;
  let total = 0;
  const give = (part: JudgedPart, adds: boolean) => {
    if (adds) combo++;
    total += comboValue({ part, result: 'great' }) * (1 + combo / 10);
  };
  for (const object of map.objects) {
    if (object.kind === 'slider') {
      give('head', true);
      for (const point of object.points) give(point.kind, true);
      give('slider', false);
    } else give(object.kind, true);
  }
  return total;
}
