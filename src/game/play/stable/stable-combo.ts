import type { Judgement } from '../play.ts';

/** What a judgement does to the combo. */
export type ComboChange = 'add' | 'keep' | 'break';

/** Stable: every hit part of a slider counts, its own result does not; a lost end costs nothing (rules CB1, CB2). */
export function stableComboChange(judgement: Judgement): ComboChange {
  const missed = judgement.result === 'miss';
  if (judgement.part === 'spin') return 'keep';
  if (judgement.part === 'end') return missed ? 'keep' : 'add';
  if (judgement.part === 'slider') return missed ? 'break' : 'keep';
  return missed ? 'break' : 'add';
}
