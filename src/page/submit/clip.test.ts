import { expect, test } from 'vitest';
import { defaultSettings, settingErrors } from '../../contract/settings/index.ts';
import { clipProblems, clipSeconds, parseTime, timeText, wholeReplay, withClip } from './clip.ts';

test('a clip is set in the settings, and removed from them', () => {
  const clipped = withClip(defaultSettings, { start: 61.5, end: null });
  expect(clipped).toEqual({ ...defaultSettings, settings: { clip_start: 61.5 } });
  expect(settingErrors(clipped.settings)).toEqual([]);
  expect(withClip(clipped, { start: 0, end: 90 }).settings).toEqual({ clip_start: 0, clip_end: 90 });
  expect(withClip(clipped, wholeReplay)).toEqual(defaultSettings);
});

test('settings that have the clip already stay the same object', () => {
  expect(withClip(defaultSettings, wholeReplay)).toBe(defaultSettings);
});

const span = { startSeconds: -2, endSeconds: 10 };

test.each([
  [0, 10, null, null],
  [9.999, null, null, null],
  [null, 99, null, null],
  [10, null, 'clipAfterEnd', null],
  [99, null, 'clipAfterEnd', null],
  [5, 5.001, null, null],
  [5, 5, null, 'clipOrder'],
  [5, 4, null, 'clipOrder'],
  [null, -1, null, null],
  [null, -2, null, 'clipOrder'],
  [null, -20, null, 'clipOrder'],
] as const)('a clip from %s to %s of a replay from -2 to 10 has the problems %s and %s', (start, end, ...expected) => {
  const { start: ofStart, end: ofEnd } = clipProblems({ start, end }, span);
  expect([ofStart, ofEnd]).toEqual(expected);
});

test.each([
  [2, 5, 3],
  [2, 999, 8],
  [5, 5, null],
  [null, 5, null],
  [5, null, null],
])('a clip from %s to %s of a replay that ends at 10 has %s seconds', (start, end, seconds) => {
  expect(clipSeconds({ start, end }, span)).toBe(seconds);
});

test.each([
  ['1:05.5', 65.5],
  ['65,5', 65.5],
  [' 0:07 ', 7],
  ['90', 90],
  ['-2', -2],
  ['-0:02', -2],
  ['', null],
  ['1:60', undefined],
  ['1:2:3', undefined],
  ['soon', undefined],
  ['1:', undefined],
])('"%s" is read as %s seconds', (text, seconds) => expect(parseTime(text)).toBe(seconds));

test.each([
  [65.5, '1:05.5'],
  [7, '0:07'],
  [59.9996, '1:00'],
  [-2.25, '-0:02.25'],
  [null, ''],
])('%s seconds are written as "%s", which is read as the same time', (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
  expect(timeText(parseTime(text) ?? null)).toBe(text);
});

test('a time is written with the decimal sign of the language, and read again', () => {
  expect(timeText(65.5, ',')).toBe('1:05,5');
  expect(parseTime(timeText(65.5, ','))).toBe(65.5);
});
