import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelFactory } from '../../../test/support/kernel.ts';
import { anyLook, anySprite, mixedList, newCompositor, rgbOf } from '../../../test/support/test-compositor.ts';
import { createDisplayList, type DisplayList } from '../scene/index.ts';

// A relaxed instruction may give different results for some arguments, which the kernel must therefore never pass.
const newPageKernel = await kernelFactory('kernel');
const newNodeKernel = await kernelFactory('relaxed-kernel');

function expectSameFrames(lists: readonly DisplayList[]): void {
  const [page, node] = [newCompositor(undefined, newPageKernel()), newCompositor(undefined, newNodeKernel())];
  for (const list of lists) {
    for (const compositor of [page, node]) compositor.compose(list);
    expect(Buffer.compare(page.i420(), node.i420())).toBe(0);
    expect(Buffer.compare(rgbOf(page), rgbOf(node))).toBe(0);
  }
}

test('the kernels of the page and of Node paint the same frames', () => {
  expectSameFrames(Array.from({ length: 12 }, (_, t) => mixedList(t)));
});

test('the kernels of the page and of Node paint any sprites alike', () => {
  fc.assert(
    fc.property(
      fc.array(anySprite, { maxLength: 6 }),
      fc.array(anyLook, { minLength: 2, maxLength: 9 }),
      (sprites, moving) => {
        const list = createDisplayList();
        for (const sprite of sprites) list.sprite(...sprite);
        list.motion('noise', moving);
        expectSameFrames([list]);
      },
    ),
    { numRuns: 60, seed: 5 },
  );
});
