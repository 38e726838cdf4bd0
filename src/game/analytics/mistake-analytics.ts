import type { PublishedMistake, PublishedMoment } from '../mistakes/index.ts';

/** A mistake with the keys of the API. */
export interface MistakeAnalytics
  extends Pick<PublishedMistake, 'object' | 'part' | 'time' | 'result' | 'cause' | 'direction' | 'released' | 'spins'> {
  readonly error_ms?: number;
  readonly distance_px?: number;
  readonly blocked_by?: number;
  readonly press?: PublishedMoment;
  readonly cursor?: PublishedMoment;
  readonly combo_lost: number;
  readonly pp_lost: number | null;
}

/** Gives a mistake the keys of the API. */
export function mistakeAnalytics(mistake: PublishedMistake): MistakeAnalytics {
  const { errorMs, distancePx, blockedBy, comboLost, ppLost, ...same } = mistake;
  return {
    ...same,
    ...(errorMs !== undefined && { error_ms: errorMs }),
    ...(distancePx !== undefined && { distance_px: distancePx }),
    ...(blockedBy !== undefined && { blocked_by: blockedBy }),
    combo_lost: comboLost,
    pp_lost: ppLost,
  };
}
