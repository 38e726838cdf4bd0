import { expect, test } from 'vitest';
import type { Job } from '../../../contract/index.ts';
import { defaultSettings } from '../../../contract/settings/index.ts';
import { notJudgedOf } from './not-judged.ts';

const analytics = (mods: string[], pp: number[] = [1]) => ({
  performance: { score: 1, max_combo: 1, perfect: false, mods, pp_earned: 1 },
  pp_over_time: pp.map((value) => ({ t: 0, pp: value })),
});

const job = (grade: NonNullable<Job['play']>['grade'], ignoresFail = false) =>
  ({
    play: { grade },
    config: { ...defaultSettings, settings: { ignore_fail: ignoresFail } },
  }) as unknown as Pick<Job, 'play' | 'config'>;

test.each([
  ['nothing in a usual play', analytics(['HD']), job('A'), []],
  ['the clicks with Relax', analytics(['RX']), job('A'), ['relax']],
  ['the aim with Autopilot', analytics(['AP']), job('A'), ['autopilot']],
  ['the cost without pp', analytics([], []), job('A'), ['unrated']],
  ['the rest of a failed play', analytics([]), job('F'), ['failed']],
  ['nothing if the video goes on after a fail', analytics([]), job('F', true), []],
] as const)('not judged: %s', (_, play, submitted, reasons) => {
  expect(notJudgedOf(play, submitted)).toEqual(reasons);
});
