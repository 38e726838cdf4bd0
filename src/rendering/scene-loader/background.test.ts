import { expect, test } from 'vitest';
import { decodeAhead } from './background.ts';

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
