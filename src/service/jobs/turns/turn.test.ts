import { expect, test } from 'vitest';
import { maxOvertakings, noTurn, placeJob, type QueueState, segmentTurns } from './turn.ts';

const empty: QueueState = {
  reachedTurn: 100,
  overtakings: 0,
  clientLastTurn: null,
  clientWaitingJobs: 0,
  minTurn: null,
  lastTurn: null,
};
const usual = { priority: 'normal', cost: 1 } as const;

test.each([
  ['high', 1, 101],
  ['normal', 1, 102],
  ['low', 1, 104],
  ['normal', 13, 126],
  ['low', 16, 164],
] as const)('the first job of a client with priority %s and cost %d has turn %d', (priority, cost, turn) => {
  expect(placeJob(empty, { priority, cost }).turn).toBe(turn);
});

test('the next job of a client comes a step after its last one, and clients without one come before it', () => {
  const queue = { ...empty, lastTurn: 150 };
  expect(placeJob({ ...queue, clientLastTurn: 150, clientWaitingJobs: 25 }, usual)).toMatchObject({
    turn: 152,
    isOvertaking: false,
  });
  expect(placeJob(queue, usual)).toMatchObject({ turn: 102, isOvertaking: true });
});

test('a job of equal turn does not overtake', () => {
  expect(placeJob({ ...empty, lastTurn: 102 }, usual)).toMatchObject({ turn: 102, isOvertaking: false });
});

test('no job is placed before one that was overtaken often enough', () => {
  expect(placeJob({ ...empty, minTurn: 130, lastTurn: 150 }, usual)).toMatchObject({ turn: 130, isOvertaking: true });
  expect(placeJob({ ...empty, minTurn: 150, lastTurn: 150 }, usual)).toMatchObject({ turn: 150, isOvertaking: false });
});

test('the n-th waiting job of a client may not be overtaken any more after n times as many overtakings', () => {
  const first = placeJob({ ...empty, overtakings: 7 }, usual);
  expect(first.overtakableUntil).toBe(7 + maxOvertakings);
  const third = placeJob({ ...empty, overtakings: 7, clientLastTurn: 104, clientWaitingJobs: 2 }, usual);
  expect(third.overtakableUntil).toBe(7 + 3 * maxOvertakings);
});

test('turns end below the turn of jobs that have none yet', () => {
  expect(placeJob({ ...empty, reachedTurn: noTurn - 2 }, { priority: 'low', cost: 16 }).turn).toBe(noTurn - 1);
});

test('a job that arrives during a segment comes before the next segment, and after the one before', () => {
  const [first = 0, second = 0, third = 0] = segmentTurns({ reachedTurn: 100, jobTurn: 90 }, { ...usual, segments: 3 });
  expect([first, second, third]).toEqual([104, 108, 112]);
  const { turn } = placeJob({ ...empty, reachedTurn: first }, usual);
  expect(turn).toBeGreaterThan(first);
  expect(turn).toBeLessThan(second);
  expect(segmentTurns({ reachedTurn: 0, jobTurn: noTurn }, { ...usual, segments: 1 })).toEqual([4]);
});
