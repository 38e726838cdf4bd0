import { expect, test } from 'vitest';
import { playOf, type Row, taps, verdicts } from '../../../test/support/replays/build-play.ts';
import { judgeLazerPress, judgeStablePress, lazerHitWindows, stableHitWindows } from './hit-windows.ts';

const circle = { objects: ['100,100,1000,1,0'] };

test.each([
  [31, 'great'],
  [32, 'ok'],
  [75, 'ok'],
  [76, 'meh'],
  [119, 'meh'],
  [120, 'miss'],
] as const)('in stable at OD 8, a press %d ms early or late is %s [HW1]', (off, result) => {
  expect(judgeStablePress(stableHitWindows(8), off)).toBe(result);
  expect(judgeStablePress(stableHitWindows(8), -off)).toBe(result);
});

test('stable windows are truncated to whole milliseconds [HW1]', () => {
  expect(stableHitWindows(8.3)).toEqual({ great: 30, ok: 73, meh: 117 });
});

test.each([
  [31.5, 'great'],
  [31.6, 'ok'],
  [75.5, 'ok'],
  [75.6, 'meh'],
  [119.5, 'meh'],
  [119.6, 'miss'],
  [400, 'miss'],
  [400.1, null],
] as const)('in lazer at OD 8, a press %d ms late is %s [HW2]', (off, result) => {
  expect(judgeLazerPress(lazerHitWindows(8), off)).toBe(result);
});

test.each([
  [-399, ['#0 circle miss']],
  [-400, []],
] as const)("in stable, a press at %d ms from the object's time gives the judgements %j [HW3]", (early, expected) => {
  const rows: Row[] = [
    [500, 100, 100, 0],
    [1000 + early, 100, 100, 1],
    [700, 100, 100, 0],
  ];
  expect(verdicts(playOf(circle, rows))).toEqual(expected);
});

test('a press that is too early is recorded as a shake [HW3]', () => {
  expect(playOf(circle, taps([[600, 100, 100]], 700)).presses).toMatchObject([{ outcome: 'shake', object: 0 }]);
});
