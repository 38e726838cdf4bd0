import type { Judgement } from '../play.ts';

/** The effect of a judgement on the combo. */
export type ComboChange = 'add' | 'keep' | 'break';

/**
 * Every hit part of a slider adds to the combo, its own result does not; a missed end does not break it (rules CB1,
 * CB2).
 */
export function stableComboChange(judgement: Judgement): ComboChange {
  const missed = judgement.result === 'miss';
  if (judgement.part === 'spin') return 'keep';
  if (judgement.part === 'end') return missed ? 'keep' : 'add';
  if (judgement.part === 'slider') return missed ? 'break' : 'keep';
  return missed ? 'break' : 'add';
}
