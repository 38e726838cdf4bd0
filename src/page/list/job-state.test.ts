import { expect, test } from 'vitest';
import { stateOf } from './job-state.ts';

const purged = '2026-01-03T00:00:00.000Z';

test.each([
  ['completed', 'completed', null, null],
  ['failed', 'failed', 'beatmap/not-found', null],
  ['cancelled', 'failed', 'job/cancelled', null],
  ['removed', 'completed', null, purged],
  ['removed', 'failed', 'beatmap/not-found', purged],
  ['removed', 'failed', 'job/cancelled', purged],
] as const)('a video is %s if its job is %s with the error %s and was purged at %s', (state, status, error, at) => {
  expect(stateOf({ status, error_code: error, purged_at: at })).toBe(state);
});
