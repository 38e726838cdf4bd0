import { describe, expect, test } from 'vitest';
import { prepareRender } from '../../../src/rendering/render/index.ts';
import { buildRequest } from '../../support/rendering/test-render.ts';
import { untouched } from '../../support/replays/build-play.ts';

// The same moment with the default skin at both sizes: a circle with its number, a slider, the HUD.

const parts = {
  objects: ['200,150,2000,5,0', '300,200,2300,2,0,L|450:200,1,150'],
  frames: untouched,
};
const t = 1950;

/** The green channel of every pixel, which is enough to find edges. */
async function pictureOf(width: number, height: number): Promise<{ at(x: number, y: number): number }> {
  const { renderer } = await prepareRender(buildRequest({ ...parts, options: { width, height } }));
  await renderer.draw(t);
  const { pixels, strideBytes } = renderer.compositor.rgba();
  await renderer.close();
  return { at: (x, y) => pixels[y * strideBytes + x * 4 + 1]! };
}

/** The largest difference of two neighbouring pixels in a box. */
function maxContrast(
  { at }: { at(x: number, y: number): number },
  box: readonly [number, number, number, number],
): number {
  const [left, top, width, height] = box;
  let most = 0;
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) most = Math.max(most, Math.abs(at(x + 1, y) - at(x, y)));
  return most;
}

describe('4K', async () => {
  const small = await pictureOf(1920, 1080);
  const large = await pictureOf(3840, 2160);

  test('shows what 1080p shows', () => {
    let difference = 0;
    let count = 0;
    for (let y = 0; y < 1080; y += 3) {
      for (let x = 0; x < 1920; x += 3) {
        const four = [large.at(2 * x, 2 * y), large.at(2 * x + 1, 2 * y), large.at(2 * x, 2 * y + 1)];
        const mean = (four[0]! + four[1]! + four[2]! + large.at(2 * x + 1, 2 * y + 1)) / 4;
        difference += Math.abs(mean - small.at(x, y));
        count++;
      }
    }
    expect(difference / count).toBeLessThan(1.5);
  });

  // Upscaled pixels would have half the contrast at edges.
  test.each([
    ['a circle and its number', [760, 390, 150, 150]],
    ['a slider', [1030, 500, 400, 150]],
    ['the score', [1580, 5, 330, 70]],
    ['letters', [10, 300, 200, 110]],
  ] as const)('%s: its edges are as sharp from pixel to pixel as at 1080p', (_, box) => {
    const [x, y, width, height] = box;
    const sharp = maxContrast(small, box);
    expect(sharp).toBeGreaterThan(30);
    expect(maxContrast(large, [x * 2, y * 2, width * 2, height * 2])).toBeGreaterThan(sharp * 0.75);
  });
});
