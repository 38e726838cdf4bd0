import { expect, onTestFinished } from 'vitest';
import { prepareRender } from '../../../src/rendering/render/index.ts';
import { taps } from '../replays/build-play.ts';
import { buildRequest, type PlayParts } from './test-render.ts';

// Storyboards and videos as pixels. The screen is 640×360, so a storyboard unit is 0.75 pixels. An image of 200×100 in the
// centre covers 245, 142 to 395, 217, and the cursor is in its centre.

/** An object that starts after the moments that the tests look at. */
export const circle = '256,192,9000,1,0';
export const frames = taps([[9000, 256, 192]], 12_000);

/** Prepares a render without dim and without objects in front. */
export async function prepareScenery(parts: PlayParts) {
  const notes: string[] = [];
  const request = buildRequest({
    objects: [circle],
    frames,
    ...parts,
    options: { backgroundDim: 0, storyboard: true, video: true, ...parts.options },
  });
  const { renderer } = await prepareRender(request, { onNote: (note) => notes.push(note) });
  onTestFinished(() => renderer.close());
  return {
    notes,
    scene: renderer.scene,
    async frameAt(t: number): Promise<Buffer> {
      await renderer.draw(t);
      const { pixels, strideBytes } = renderer.compositor.rgba();
      // Rows below the frame fill the last tiles.
      return Buffer.from(pixels.subarray(0, strideBytes * renderer.compositor.height));
    },
    async pixelAt(t: number, x: number, y: number): Promise<number[]> {
      await renderer.draw(t);
      const { pixels, strideBytes } = renderer.compositor.rgba();
      return [...pixels.subarray(y * strideBytes + x * 4, y * strideBytes + x * 4 + 3)];
    },
  };
}

/** Compares colours with a tolerance for each channel. */
export function expectColour(actual: readonly number[], expected: readonly number[], tolerance = 3): void {
  for (const [i, value] of expected.entries())
    expect(Math.abs((actual[i] ?? 0) - value), `${actual} is ${expected}`).toBeLessThanOrEqual(tolerance);
}
