import { Failure } from '../../failure.ts';
import { limits } from './limits.ts';

/** What is left of the work that preparing one map may cost. Spending more refuses the map. */
export interface WorkBudget {
  spendVertices(count: number): void;
  spendCurveSteps(count: number): void;
  spendSliderPoints(count: number): void;
  spendStackSteps(count: number): void;
}

/** The whole budget of one map. */
export function createWorkBudget(): WorkBudget {
  const purse = (limit: number, what: string) => {
    let left = limit;
    return (count: number) => {
      left -= count;
      if (!(left >= 0)) throw new Failure('beatmap/too-large', `The map needs more than ${limit} ${what}.`);
    };
  };
  return {
    spendVertices: purse(limits.vertices, 'path vertices'),
    spendCurveSteps: purse(limits.curveSteps, 'steps for its curves'),
    spendSliderPoints: purse(limits.sliderPoints, 'ticks and repeats'),
    spendStackSteps: purse(limits.stackSteps, 'comparisons to stack'),
  };
}
