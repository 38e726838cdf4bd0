import { expect, test } from 'vitest';
import { plainPng } from '../../../test/support/test-render.ts';
import type { Picture } from '../compositor/index.ts';
import { decodePicture } from '../render/platform/decode-picture.ts';
import { createSkinPictures } from './skin-pictures.ts';

/** Loads one picture of a skin, and answers with what the compositor was given. */
async function load(
  size: { width: number; height: number },
  options: { scale: 0.5 | 1; uiPx: number },
): Promise<Picture> {
  const png = plainPng('red', size);
  const given: Picture[] = [];
  const image = { source: 'user', file: 'spinner.png', scale: options.scale } as const;
  const pictures = createSkinPictures(new Map([['user/spinner.png', image]]), {
    skinFiles: { read: () => png, sizeOf: () => size },
    compositor: { setImage: (_, picture) => void given.push(picture) },
    decode: decodePicture,
    uiPx: options.uiPx,
  });
  await pictures.loadAll();
  return given[0]!;
}

test.each([
  ['a large picture has the pixels that a small screen shows of it', 1200, { scale: 0.5, uiPx: 1.5 }, 900],
  ['and all it has on a large one', 1200, { scale: 0.5, uiPx: 3 }, 1200],
  ['a small one is left as it is: it may be drawn larger', 500, { scale: 0.5, uiPx: 1 }, 500],
] as const)('%s', async (_, side, options, kept) => {
  const picture = await load({ width: side, height: side }, options);
  expect([picture.width, picture.height]).toEqual([kept, kept]);
  // As large on the screen as it was before.
  expect(picture.width / picture.density).toBeCloseTo(side * options.scale, 6);
});

test.each([
  ['large ones one after the other', 1200, 1],
  ['small ones side by side', 500, 4],
])('many pictures are decoded: %s', async (_, side, atOnce) => {
  const size = { width: side, height: side };
  const names = Array.from({ length: 8 }, (_, nth) => `user/${nth}.png` as const);
  let [underWay, most] = [0, 0];
  const given: string[] = [];
  const pictures = createSkinPictures(
    new Map(names.map((name) => [name, { source: 'user', file: name, scale: 0.5 } as const])),
    {
      skinFiles: { read: () => new Uint8Array(1), sizeOf: () => size },
      compositor: { setImage: (name) => void given.push(name) },
      async decode() {
        most = Math.max(most, ++underWay);
        await new Promise(setImmediate);
        underWay--;
        return { width: 2, height: 2, rgba: new Uint8Array(16) };
      },
      uiPx: 1,
    },
  );
  await pictures.loadAll();
  expect(most).toBe(atOnce);
  expect(given.sort()).toEqual(names);
});
