import { Failure } from '../../failure.ts';
import { limits } from './limits.ts';

/** The work that preparing one map may still cost. Spending more than is left fails with `beatmap/too-large`. */
export interface WorkBudget {
  spendVertices(count: number): void;
  spendCurveSteps(count: number): void;
  spendSliderPoints(count: number): void;
  spendStackSteps(count: number): void;
}

/** Creates the full budget for one map. */
export function createWorkBudget(): WorkBudget {
  const countdown = (limit: number, unit: string) => {
    let left = limit;
    return (count: number) => {
      left -= count;
      if (!(left >= 0)) throw new Failure('beatmap/too-large', `The map needs more than ${limit} ${unit}.`);
    };
  };
  return {
    spendVertices: countdown(limits.maxVertices, 'path vertices'),
    spendCurveSteps: countdown(limits.maxCurveSteps, 'steps to flatten its curves'),
    spendSliderPoints: countdown(limits.maxSliderPoints, 'ticks and repeats'),
    spendStackSteps: countdown(limits.maxStackSteps, 'comparisons to stack its objects'),
  };
}
