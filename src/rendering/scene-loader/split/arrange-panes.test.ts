import { expect, test } from 'vitest';
import { arrangePanes } from './arrange-panes.ts';

const wide = { width: 1920, height: 1080 };
const tall = { width: 1080, height: 1920 };

test.each([
  [2, wide, [2, 1], '958x1080'],
  [3, wide, [3, 1], '636x1080'],
  [4, wide, [2, 2], '958x538'],
  [2, tall, [1, 2], '1080x958'],
  [3, tall, [1, 3], '1080x636'],
  [4, tall, [1, 4], '1080x476'],
  [4, { width: 854, height: 480 }, [2, 2], '426x238'],
] as const)('%d pictures in a frame of %o', (count, frame, [columns, rows], size) => {
  const panes = arrangePanes(count, frame);
  expect(panes).toHaveLength(count);
  expect(new Set(panes.map(({ left }) => left)).size).toBe(columns);
  expect(new Set(panes.map(({ top }) => top)).size).toBe(rows);
  expect(new Set(panes.map(({ width, height }) => `${width}x${height}`))).toEqual(new Set([size]));
});

test.each([
  [2, { width: 64, height: 64 }],
  [3, { width: 130, height: 98 }],
  [4, { width: 1918, height: 1078 }],
] as const)('%d pictures in a frame of %o are even, inside of it, and do not overlap', (count, frame) => {
  const panes = arrangePanes(count, frame);
  for (const { left, top, width, height } of panes) {
    for (const px of [left, top, width, height]) expect(px % 2).toBe(0);
    expect(left + width).toBeLessThanOrEqual(frame.width);
    expect(top + height).toBeLessThanOrEqual(frame.height);
  }
  const overlap = panes.flatMap((a, i) =>
    panes.slice(i + 1).filter((b) => Math.abs(a.left - b.left) < a.width && Math.abs(a.top - b.top) < a.height),
  );
  expect(overlap).toEqual([]);
});
