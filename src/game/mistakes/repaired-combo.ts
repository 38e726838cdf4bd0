import type { ComboChange, Judgement, Play } from '../play/index.ts';
import type { Repair } from './repairs.ts';

/** Repairs of one mistake are rarely far apart; a map made against this stops joining combos after this many steps. */
const maxSteps = 10_000_000;

/** Returns a function that computes the maximum combo of a play with some judgements repaired. */
export function createRepairedCombo(
  { judgements, result }: Play,
  changeOf: (judgement: Judgement) => ComboChange,
): (repairs: readonly Repair[]) => number {
  const changes = judgements.map(changeOf);
  /** What the combo grows by after each judgement, until it breaks. */
  const growth = new Uint32Array(judgements.length + 1);
  const before = new Uint32Array(judgements.length + 1);
  for (let i = judgements.length - 1; i >= 0; i--) growth[i] = grown(changes[i]!, growth[i + 1]!);
  for (let i = 0; i < judgements.length; i++) before[i + 1] = grown(changes[i]!, before[i]!);
  let stepsLeft = maxSteps;

  return (repairs) => {
    const first = repairs[0];
    const last = repairs.at(-1);
    if (first === undefined || last === undefined) return result.maxCombo;
    stepsLeft -= last.index - first.index;
    if (stepsLeft < 0) return result.maxCombo;
    let combo = before[first.index]!;
    let max = result.maxCombo;
    let next = 0;
    for (let i = first.index; i <= last.index; i++) {
      const isRepaired = repairs[next]?.index === i;
      combo = grown(isRepaired ? changeOf(repairs[next++]!.judgement) : changes[i]!, combo);
      max = Math.max(max, combo);
    }
    return Math.max(max, combo + growth[last.index + 1]!);
  };
}

function grown(change: ComboChange, combo: number): number {
  if (change === 'break') return 0;
  return change === 'add' ? combo + 1 : combo;
}
