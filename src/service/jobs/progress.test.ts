import { expect, test } from 'vitest';
import { type ProgressRow, progressOfRow } from './progress.ts';

const rendering: ProgressRow = {
  status: 'rendering',
  stage: 'finishing',
  frames_per_second: 120,
  seconds_left: 3,
  attempts: 2,
};

test('a rendering job has the progress that its worker reported', () => {
  expect(progressOfRow(rendering)).toEqual({
    stage: 'finishing',
    queuePosition: null,
    startsInSeconds: null,
    framesPerSecond: 120,
    secondsLeft: 3,
    attempt: 2,
  });
  expect(progressOfRow({ ...rendering, stage: null }).stage).toBe('preparing');
});

test.each([
  ['queued', 'waiting'],
  ['downloading', 'downloading'],
  ['completed', null],
  ['failed', null],
] as const)('a %s job ignores the progress of an earlier attempt', (status, stage) => {
  expect(progressOfRow({ ...rendering, status, queue_position: 7 })).toMatchObject({
    stage,
    framesPerSecond: null,
    secondsLeft: null,
    queuePosition: 7,
  });
});

test.each([
  ['without a worker, its start is not known', { queue_position: 1, free_slots: null, seconds_per_start: 10 }, null],
  ['a free worker takes it at once', { queue_position: 2, free_slots: 2, seconds_per_start: null }, 0],
  [
    'before the first render, the pace is not known',
    { queue_position: 3, free_slots: 2, seconds_per_start: null },
    null,
  ],
  ['it waits for one start', { queue_position: 3, free_slots: 2, seconds_per_start: 10.5 }, 11],
  ['more renders than slots free none', { queue_position: 2, free_slots: -3, seconds_per_start: 10 }, 20],
] as const)('a queued job: %s', (_, place, startsInSeconds) => {
  expect(progressOfRow({ ...rendering, status: 'queued', ...place })).toMatchObject({ startsInSeconds });
});
