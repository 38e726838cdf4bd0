import { expect, test } from 'vitest';
import { kernelFactory } from '../../../../test/support/compositor/kernel.ts';
import { mistakenPlay, mistakes } from '../../../../test/support/mistakes/play-with-mistakes.ts';
import { expectStills, stillSize as size, stillOf } from '../../../../test/support/rendering/stills.ts';
import { buildScene } from '../../../../test/support/scene/build-scene.ts';
import { createMistakePictureRenderer } from './mistake-pictures.ts';

async function newRenderer() {
  const newKernel = await kernelFactory();
  return createMistakePictureRenderer(buildScene(mistakenPlay), { loadKernel: async () => newKernel() }, size);
}

test('a picture shows the object, the path of the cursor, the presses and the distance', async () => {
  const renderer = await newRenderer();
  const stills = Object.entries(mistakes).map(([name, mistake]) => {
    renderer.draw(mistake);
    return `${name}\n${stillOf(renderer.compositor.rgba())}`;
  });
  expectStills('mistake-pictures', stills);
});

test('a picture does not depend on the pictures before it', async () => {
  const [alone, after] = [await newRenderer(), await newRenderer()];
  alone.draw(mistakes.slider);
  for (const mistake of [mistakes.aim, mistakes.timing, mistakes.slider]) after.draw(mistake);
  const pixelsOf = ({ compositor }: typeof alone) => Buffer.from(compositor.rgba().pixels);
  expect(pixelsOf(after).equals(pixelsOf(alone))).toBe(true);
});
