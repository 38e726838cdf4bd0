import { expect, test } from 'vitest';
import { jsonWatcher, progressLine } from './render-progress.ts';

const half = { stage: 'rendering', frame: 300, frames: 600, framesPerSecond: 62.4, secondsLeft: 4.2 } as const;

test('a person sees how much is done, how fast it goes and how long it will take', () => {
  expect(progressLine(half)).toBe('████████████░░░░░░░░░░░░ 50% · 300/600 frames · 62 frames/s · 0:05 left');
});

test('nothing is claimed before it is known', () => {
  expect(progressLine({ ...half, frame: 0, framesPerSecond: null, secondsLeft: null })).toBe(
    '░░░░░░░░░░░░░░░░░░░░░░░░ 0% · 0/600 frames',
  );
});

test('a slow render has a decimal, and minutes', () => {
  expect(progressLine({ ...half, framesPerSecond: 4.26, secondsLeft: 70.4 })).toContain('4.3 frames/s · 1:11 left');
});

test('it is not done before it is', () => {
  expect(progressLine({ ...half, frame: 599 })).toContain('99%');
});

test('a program gets one JSON object a line', () => {
  const lines: string[] = [];
  const sink = { write: (text: string) => lines.push(text) };
  const watcher = jsonWatcher({ stdout: sink, stderr: sink });
  watcher.note('two\nlines');
  watcher.progress(half);
  watcher.failed('No.', 'beatmap/not-found');
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: 'note', text: 'two\nlines' },
    { event: 'progress', ...half },
    { event: 'failed', code: 'beatmap/not-found', message: 'No.' },
  ]);
});
