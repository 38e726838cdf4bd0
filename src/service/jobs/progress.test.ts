import { expect, test } from 'vitest';
import { type ProgressRow, progressOfRow } from './progress.ts';

const left: ProgressRow = {
  status: 'rendering',
  stage: 'finishing',
  frames_per_second: 120,
  seconds_left: 3,
  attempts: 2,
};

test('while a job renders, it is at what its worker has said', () => {
  expect(progressOfRow(left)).toEqual({
    stage: 'finishing',
    queuePosition: null,
    framesPerSecond: 120,
    secondsLeft: 3,
    attempt: 2,
  });
  expect(progressOfRow({ ...left, stage: null }).stage).toBe('preparing');
});

test.each([
  ['queued', 'waiting'],
  ['downloading', 'downloading'],
  ['completed', null],
  ['failed', null],
] as const)('what an attempt has left behind says nothing about a %s job', (status, stage) => {
  const nothing = { framesPerSecond: null, secondsLeft: null };
  expect(progressOfRow({ ...left, status, queue_position: 7 })).toMatchObject({ stage, ...nothing, queuePosition: 7 });
});
