import { Failure } from '../../../failure.ts';

/**
 * Counts the updates of objects by the frames of a replay. Objects made to last as long as the map, all at once, would
 * take hours and any amount of memory: too many updates fail with `beatmap/too-large`.
 */
export function createUpdateBudget(limit: number, objects: string): { spend(): void } {
  let left = limit;
  return {
    spend() {
      if (--left < 0)
        throw new Failure('beatmap/too-large', `The play needs more than ${limit} updates of ${objects}.`);
    },
  };
}
