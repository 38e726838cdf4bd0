import { expect, test } from 'vitest';
import type { Body } from '../../scene/index.ts';
import { shadeCount } from '../layout.ts';
import { createBodyShades } from './body-shades.ts';

const body: Body = {
  path: [],
  radiusPx: 64,
  border: { r: 255, g: 255, b: 255 },
  outer: { r: 100, g: 0, b: 0 },
  inner: { r: 200, g: 100, b: 0 },
  trackAlpha: 0.5,
};

/** Returns the premultiplied RGBA at a distance between the centre line (0) and the rim (1). */
const shadeAt = (shades: Uint8Array, distance: number) => {
  const i = Math.min(shadeCount - 1, Math.floor(distance * shadeCount));
  return [...shades.subarray(i * 4, i * 4 + 4)];
};

test.each([
  ['the centre line has the inner colour', 0.008, [99, 49, 0, 128]],
  ['the edge of the track has the outer colour', 0.8, [51, 1, 0, 128]],
  ['the border is opaque', 0.87, [255, 255, 255, 255]],
  ['the shadow fades out', 0.96, [0, 0, 0, 32]],
  ['the rim is almost transparent', 0.9999, [0, 0, 0, 2]],
])('%s', (_, distance, shade) => {
  expect(shadeAt(createBodyShades()(body), distance)).toEqual(shade);
});

test('track and border blend over one pixel', () => {
  const shades = createBodyShades()(body);
  const [before, edge, after] = [-0.7, 0, 0.7].map((pixels) => shadeAt(shades, 52 / 64 + pixels / 64)[3]);
  expect([before, after]).toEqual([128, 255]);
  expect(edge).toBeGreaterThan(150);
  expect(edge).toBeLessThan(230);
});

test('bodies with the same colours and size share their shades, whatever their paths', () => {
  const shadesOf = createBodyShades();
  const shades = shadesOf(body);
  expect(shadesOf({ ...body, path: [{ x: 1, y: 2 }], border: { ...body.border } })).toBe(shades);
  expect(shadesOf({ ...body, radiusPx: 32 })).not.toBe(shades);
  expect(shadesOf({ ...body, border: { ...body.border, g: 254 } })).not.toBe(shades);
});

test('the cache is limited, and shades that were dropped are computed again', () => {
  const shadesOf = createBodyShades();
  const first = shadesOf(body);
  for (let r = 0; r < 32; r++) shadesOf({ ...body, inner: { r, g: 0, b: 0 } });
  const again = shadesOf(body);
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});
