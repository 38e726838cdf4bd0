import { expect, test } from 'vitest';
import { plainPng } from '../../../test/support/rendering/test-render.ts';
import type { Picture } from '../compositor/index.ts';
import { decodePicture } from '../render/platform/decode-picture.ts';
import { createSkinPictures } from './skin-pictures.ts';

/** Loads one skin picture, and returns what the compositor received. */
async function load(
  size: { width: number; height: number },
  options: { scale: 0.5 | 1; uiPx: number },
): Promise<Picture> {
  const png = plainPng('red', size);
  const received: Picture[] = [];
  const image = { source: 'user', file: 'spinner.png', scale: options.scale } as const;
  const pictures = createSkinPictures(new Map([['user/spinner.png', image]]), {
    skinFiles: { read: () => png, sizeOf: () => size },
    compositor: { setImage: (_, picture) => void received.push(picture) },
    decode: decodePicture,
    uiPx: options.uiPx,
  });
  await pictures.loadAll();
  return received[0]!;
}

test.each([
  ['a large picture is scaled down for a small screen', 1200, { scale: 0.5, uiPx: 1.5 }, 900],
  ['a large picture keeps its size on a large screen', 1200, { scale: 0.5, uiPx: 3 }, 1200],
  ['a small picture keeps its size, because it may be drawn enlarged', 500, { scale: 0.5, uiPx: 1 }, 500],
] as const)('%s', async (_, side, options, kept) => {
  const picture = await load({ width: side, height: side }, options);
  expect([picture.width, picture.height]).toEqual([kept, kept]);
  // Its size on the screen stays the same.
  expect(picture.width / picture.density).toBeCloseTo(side * options.scale, 6);
});

test.each([
  ['large pictures are decoded one at a time', 1200, 1],
  ['small pictures are decoded four at a time', 500, 4],
])('%s', async (_, side, concurrency) => {
  const size = { width: side, height: side };
  const names = Array.from({ length: 8 }, (_, nth) => `user/${nth}.png` as const);
  let [running, maxRunning] = [0, 0];
  const received: string[] = [];
  const pictures = createSkinPictures(
    new Map(names.map((name) => [name, { source: 'user', file: name, scale: 0.5 } as const])),
    {
      skinFiles: { read: () => new Uint8Array(1), sizeOf: () => size },
      compositor: { setImage: (name) => void received.push(name) },
      async decode() {
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise(setImmediate);
        running--;
        return { width: 2, height: 2, rgba: new Uint8Array(16) };
      },
      uiPx: 1,
    },
  );
  await pictures.loadAll();
  expect(maxRunning).toBe(concurrency);
  expect(received.sort()).toEqual(names);
});
