import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';
import type { RenderProgress } from './request.ts';

test('speed and time left follow from the finished frames, and the first and last frame are always reported', () => {
  let now = 0;
  const reports: RenderProgress[] = [];
  const progress = createProgress(
    (report) => reports.push(report),
    () => now,
  );
  progress.prepare();
  now = 5_000;
  progress.begin(100);
  for (let done = 1; done <= 100; done++) {
    now += 20;
    progress.frame(done);
  }
  progress.finish();
  expect(reports[0]).toEqual({ stage: 'preparing', frame: 0, frames: 0, framesPerSecond: null, secondsLeft: null });
  expect(reports[1]).toMatchObject({ stage: 'rendering', frame: 0, frames: 100, framesPerSecond: null });
  expect(reports[2]).toMatchObject({ frame: 1, framesPerSecond: 50, secondsLeft: 1.98 });
  expect(reports[3]).toMatchObject({ frame: 11 });
  expect(reports.filter(({ stage }) => stage === 'rendering')).toHaveLength(12);
  expect(reports.at(-2)).toMatchObject({ frame: 100, secondsLeft: 0 });
  expect(reports.at(-1)).toMatchObject({ stage: 'finishing', frame: 100 });
});
