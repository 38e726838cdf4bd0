import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelFactory } from '../../../test/support/compositor/kernel.ts';
import {
  anyLook,
  anySprite,
  mixedList,
  newCompositor,
  rgbOf,
} from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList, type DisplayList } from '../scene/index.ts';

// The kernel for x86-64 multiplies bytes in other halves, and uses relaxed instructions: these may give different results for
// some arguments, which the kernel must therefore never pass.
const newKernel = await kernelFactory('kernel');
const newX64Kernel = await kernelFactory('x64-kernel');

function expectSameFrames(lists: readonly DisplayList[]): void {
  const [one, other] = [newCompositor(undefined, newKernel()), newCompositor(undefined, newX64Kernel())];
  for (const list of lists) {
    for (const compositor of [one, other]) compositor.compose(list);
    expect(Buffer.compare(one.i420(), other.i420())).toBe(0);
    expect(Buffer.compare(rgbOf(one), rgbOf(other))).toBe(0);
  }
}

test('both builds of the kernel paint the same frames', () => {
  expectSameFrames(Array.from({ length: 12 }, (_, t) => mixedList(t)));
});

test('both builds of the kernel paint any sprites alike', () => {
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
