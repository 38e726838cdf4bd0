import { expect, test } from 'vitest';
import { createSampleQueue } from './sample-queue.ts';

test('keeps the order of samples while its memory is reused', () => {
  const queue = createSampleQueue();
  const expected: number[] = [];
  let next = 0;
  for (const [added, dropped] of [
    [5, 2],
    [0, 1],
    [100, 90],
    [7, 19],
    [300, 150],
    [1, 151],
  ] as const) {
    const block = Float32Array.from({ length: added }, () => next++);
    queue.add(block);
    block.fill(-1);
    expected.push(...Array.from({ length: added }, (_, index) => next - added + index));
    queue.drop(dropped);
    expected.splice(0, dropped);
    expect([...queue.samples]).toEqual(expected);
  }
  expect(expected).toHaveLength(0);
});

test('its memory stays as large as what it holds at a time', () => {
  const queue = createSampleQueue();
  for (let block = 0; block < 1_000; block++) {
    queue.add(new Float32Array(100));
    queue.drop(100);
  }
  queue.add(new Float32Array(100));
  expect(queue.samples.buffer.byteLength).toBeLessThanOrEqual(200 * 4);
});
