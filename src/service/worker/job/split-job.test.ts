import { expect, test } from 'vitest';
import type { Claim } from '../../jobs/index.ts';
import type { JobRunner } from '../job-runner.ts';
import { findFreeWorkers } from './split-job.ts';

test.each([
  ['a usual job and a free slot', { freeSlots: 1, cost: 1 }, 2],
  ['a usual job and no free slot', { freeSlots: 0, cost: 3 }, null],
  ['a long job and no free slot, so that others can start in between', { freeSlots: 0, cost: 4 }, 2],
  ['a long job and free slots', { freeSlots: 5, cost: 16 }, 6],
  ['a long job, but splitting is off', { freeSlots: 0, cost: 16, segmentSeconds: 0 }, null],
  ['a long job that was split twice', { freeSlots: 0, cost: 16, splitCount: 2 }, null],
])('how many slots a split is planned for: %s', async (_, given, slots) => {
  const { freeSlots, cost, segmentSeconds = null, splitCount = 0 } = given as Given;
  const runner = { queue: { countFreeSlots: async () => freeSlots }, segmentSeconds };
  const found = await findFreeWorkers(runner as unknown as JobRunner, { splitCount, job: { cost } } as Claim);
  expect(found).toEqual(slots === null ? null : { slots, segmentSeconds });
});

interface Given {
  readonly freeSlots: number;
  readonly cost: number;
  readonly segmentSeconds?: number | null;
  readonly splitCount?: number;
}
