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
