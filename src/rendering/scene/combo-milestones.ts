import type { Play } from '../../game/play/index.ts';

/** Whether the game celebrates a combo: 30, 60, 100, and from then on every 50. */
export function isComboMilestone(combo: number): boolean {
  return combo === 30 || combo === 60 || (combo >= 100 && combo % 50 === 0);
}

/** The indices of the judgements that bring the combo to one of the wanted values. */
export function judgementsReaching({ totals: { combo } }: Play, isWanted: (combo: number) => boolean): number[] {
  return Array.from(combo.keys()).filter((i) => isWanted(combo[i]!) && combo[i] !== combo[i - 1]);
}
