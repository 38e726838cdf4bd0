import { expect, test } from 'vitest';
import { buildHud } from '../../../../../test/support/scene/build-hud.ts';
import type { SceneParts } from '../../../../../test/support/scene/build-scene.ts';
import { lazerMods } from '../../../../game/mods/index.ts';
import { createDisplayList } from '../../display-list/display-list.ts';
import { drawKeyOverlay } from './key-overlay.ts';

/** The sprites of the overlay. The first object is hit at 2000 ms, and the key is held for 60 ms. */
function spritesAt(t: number, parts: SceneParts = {}) {
  const hud = buildHud({ skin: { sizes: { 'scoreEntry 1': [10, 14] } }, ...parts, options: { keyOverlay: true } });
  const list = createDisplayList();
  drawKeyOverlay(list, hud.ui, hud.keys!, t);
  return list.items.flatMap((item) => (item.kind === 'sprite' ? [item] : []));
}

test.each([
  [2000, true],
  [2030, false],
  [2050, false],
  [2300, true],
])('at %d ms, the count of a key has the scale of the key, on whole pixels: %s', (t, still) => {
  const sprites = spritesAt(t);
  const key = sprites.find(({ image }) => image === 'user/inputoverlay-key')!;
  const count = sprites.find(({ image }) => image === 'user/scoreEntry 1')!;
  expect(count.scale).toBeCloseTo(key.scale);
  expect([key.still, count.still]).toEqual([still, still]);
});

test('a long count is scaled down to the width of its key, pressed or not', () => {
  const wide = { skin: { sizes: { 'scoreEntry 1': [100, 14] } } } as const;
  for (const t of [2000, 2050]) {
    const [, key, count] = spritesAt(t, wide);
    expect(count!.scale / key!.scale).toBeCloseTo(0.8);
  }
});

test('the two keys of a lazer play are where the first two of a stable play are', () => {
  const keysOf = (parts: SceneParts) =>
    spritesAt(0, parts).flatMap(({ image, at }) => (image === 'user/inputoverlay-key' ? [at] : []));
  expect(keysOf({ mods: lazerMods([]) })).toEqual(keysOf({}).slice(0, 2));
});
