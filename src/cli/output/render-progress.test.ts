import { expect, test } from 'vitest';
import { jsonReporter, progressLine } from './render-progress.ts';

const half = { stage: 'rendering', frame: 300, frames: 600, framesPerSecond: 62.4, secondsLeft: 4.2 } as const;

test('the progress line shows the fraction, the speed and the time left', () => {
  expect(progressLine(half)).toBe('████████████░░░░░░░░░░░░ 50% · 300/600 frames · 62 frames/s · 0:05 left');
});

test('speed and time left are omitted until they are known', () => {
  expect(progressLine({ ...half, frame: 0, framesPerSecond: null, secondsLeft: null })).toBe(
    '░░░░░░░░░░░░░░░░░░░░░░░░ 0% · 0/600 frames',
  );
});

test('a slow render shows one decimal, and minutes', () => {
  expect(progressLine({ ...half, framesPerSecond: 4.26, secondsLeft: 70.4 })).toContain('4.3 frames/s · 1:11 left');
});

test('100% appears only when all frames are done', () => {
  expect(progressLine({ ...half, frame: 599 })).toContain('99%');
});

test('the JSON reporter writes one object per line', () => {
  const lines: string[] = [];
  const sink = { write: (text: string) => lines.push(text) };
  const reporter = jsonReporter({ stdout: sink, stderr: sink });
  reporter.note('two\nlines');
  reporter.progress(half);
  reporter.failed('No.', 'beatmap/not-found');
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: 'note', text: 'two\nlines' },
    { event: 'progress', ...half },
    { event: 'failed', code: 'beatmap/not-found', message: 'No.' },
  ]);
});
