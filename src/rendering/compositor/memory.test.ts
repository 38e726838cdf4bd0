import { expect, test } from 'vitest';
import { images, newCompositor, newKernel, size } from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList } from '../scene/index.ts';

test('a frame of thousands of items is painted, and its memory is freed', () => {
  const kernel = newKernel();
  const compositor = newCompositor(size, kernel);
  const list = createDisplayList();
  for (let i = 0; i < 5000; i++)
    list.sprite('noise', { at: { x: i % 90, y: i % 70 }, scale: 1 + (i % 7) / 9, alpha: 0.1 });
  compositor.compose(list);
  const bytes = kernel.memory.buffer.byteLength;
  for (let round = 0; round < 20; round++) {
    for (const [name, picture] of images) compositor.setImage(name, picture);
    compositor.compose(list);
  }
  expect(kernel.memory.buffer.byteLength).toBe(bytes);
});
