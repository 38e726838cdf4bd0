import { expect, test } from 'vitest';
import type { SceneOptions } from '../scene/index.ts';
import { decodeAhead, openBackground } from './background.ts';

const picture = { width: 1, height: 1, rgba: Uint8Array.of(1, 2, 3, 255) };

test('a background is decoded before it is requested, and again for each further request', async () => {
  let decoded = 0;
  const image = decodeAhead(new Uint8Array(1), async () => ({ ...picture, width: ++decoded }));
  expect(decoded).toBe(1);
  expect((await image.decode())?.width).toBe(1);
  expect((await image.decode())?.width).toBe(2);
  expect(decoded).toBe(2);
});

test('an error of the decoder is thrown by the first request, and never unhandled', async () => {
  const image = decodeAhead(new Uint8Array(1), () => Promise.reject(new Error('no decoder')));
  await new Promise(setImmediate);
  await expect(image.decode()).rejects.toThrow('no decoder');
});

test.each([
  ['covers the frame', { width: 64, height: 48 }, null, { width: 160, height: 90 }],
  ['keeps what a window of its own shape shows', { width: 64, height: 48 }, 120, { width: 120, height: 90 }],
  ['keeps what the frame shows beside a window', { width: 64, height: 36 }, 120, { width: 160, height: 90 }],
  ['of a tall picture is cut where neither shows it', { width: 64, height: 640 }, 120, { width: 120, height: 90 }],
])('the background %s', async (_, size, windowWidth, expected) => {
  const rgba = new Uint8Array(size.width * size.height * 4).fill(255);
  const image = decodeAhead(new Uint8Array(1), async () => ({ ...size, rgba }));
  const window = windowWidth === null ? null : { width: windowWidth, height: 90 };
  const options = { parallax: false, backgroundBlur: 0 } as SceneOptions;
  const opened = await openBackground(image, { size: { width: 160, height: 90 }, window, options });
  expect({ width: opened?.width, height: opened?.height }).toEqual(expected);
});
