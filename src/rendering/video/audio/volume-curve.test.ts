import { expect, test } from 'vitest';
import { createVolumeScaler } from './volume-curve.ts';

test('samples are scaled in straight lines between the points, across calls', () => {
  const scale = createVolumeScaler({ frames: [2, 6], volumes: [1, 0.5] });
  const scaled = [new Float32Array(8).fill(1), new Float32Array(10).fill(1)];
  scale(scaled[0]!, 0);
  scale(scaled[1]!, 4);
  const left = [...scaled[0]!, ...scaled[1]!].filter((_, i) => i % 2 === 0);
  expect(left).toEqual([1, 1, 1, 0.875, 0.75, 0.625, 0.5, 0.5, 0.5]);
});
