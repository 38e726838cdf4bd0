import { expect, test } from 'vitest';
import { heardAt, type OutputClock } from './heard-at.ts';

const clock = (changes: Partial<OutputClock> = {}): OutputClock => ({
  currentTime: 10,
  outputLatency: 0.06,
  getOutputTimestamp: () => ({ contextTime: 9.92, performanceTime: 5_000 }),
  ...changes,
});

test('the output timestamp is continued to now', () => {
  expect(heardAt(clock(), 5_020)).toBeCloseTo(9.94);
});

test.each<[what: string, changes: Partial<OutputClock>]>([
  ['is empty', { getOutputTimestamp: () => ({}) }],
  ['is zero before the first sound', { getOutputTimestamp: () => ({ contextTime: 0, performanceTime: 0 }) }],
  ['lies in the future', { getOutputTimestamp: () => ({ contextTime: 10.5, performanceTime: 5_000 }) }],
  ['is old', { getOutputTimestamp: () => ({ contextTime: 1, performanceTime: 5_000 }) }],
])('if the output timestamp %s, the latency counts', (_, changes) => {
  expect(heardAt(clock(changes), 5_020)).toBeCloseTo(9.94);
});

test('without any latency, the current time is taken', () => {
  const { outputLatency: _, ...without } = clock({ getOutputTimestamp: () => ({}) });
  expect(heardAt(without, 0)).toBe(10);
});
