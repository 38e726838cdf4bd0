import type { Analytics, Job } from '../../../contract/index.ts';
import { renderOptionsOf } from '../../../contract/settings/index.ts';

/** Why a part of the play has no causes or no cost. */
export type NotJudged = 'relax' | 'autopilot' | 'failed' | 'unrated';

/** What is not judged in a play, or has no cost. */
export function notJudgedOf(
  { performance: { mods }, pp_over_time }: Pick<Analytics, 'performance' | 'pp_over_time'>,
  { play, config }: Pick<Job, 'play' | 'config'>,
): NotJudged[] {
  const endsEarly = play?.grade === 'F' && !renderOptionsOf(config).ignoreFail;
  return [
    ...(mods.includes('RX') ? (['relax'] as const) : []),
    ...(mods.includes('AP') ? (['autopilot'] as const) : []),
    ...(endsEarly ? (['failed'] as const) : []),
    ...(pp_over_time?.length === 0 ? (['unrated'] as const) : []),
  ];
}
