import { describe, expect, test } from 'vitest';
import { images, mixedList, newCompositor, picture, rgbOf } from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList, type SpriteLook } from '../scene/index.ts';

describe('tiles', () => {
  test('make a frame painted after another equal to the same frame painted first', () => {
    const continued = newCompositor();
    for (let t = 0; t < 12; t++) {
      const list = mixedList(t);
      continued.compose(list);
      const separate = newCompositor();
      separate.compose(list);
      expect(Buffer.compare(rgbOf(continued), rgbOf(separate)), `frame ${t}`).toBe(0);
      const planes = continued.i420();
      separate.i420();
      expect(Buffer.compare(planes, separate.i420()), `planes of frame ${t}`).toBe(0);
    }
  });

  test('of a rotated sprite look the same whichever of them are painted', () => {
    const wide = { width: 480, height: 160 };
    const at = (x: number) => {
      const list = createDisplayList();
      list.sprite('noise', { at: { x: 240, y: 80 }, scale: 9.7, scaleY: 5.3, rotation: 0.21 });
      list.sprite('ring', { at: { x, y: 80 }, scale: 1 });
      return list;
    };
    const continued = newCompositor(wide);
    for (let x = 40; x < 440; x += 23) {
      continued.compose(at(x));
      const separate = newCompositor(wide);
      separate.compose(at(x));
      expect(Buffer.compare(rgbOf(continued), rgbOf(separate)), `at ${x}`).toBe(0);
    }
  });

  test('change only where a sprite moves', () => {
    const compositor = newCompositor({ width: 320, height: 160 });
    const at = (x: number) => {
      const list = createDisplayList();
      list.sprite('opaque', { at: { x: 160, y: 80 }, scale: 5 });
      list.sprite('disc', { at: { x, y: 24 }, scale: 1 });
      return list;
    };
    expect(compositor.compose(at(24))).toBe(200);
    expect(compositor.compose(at(24))).toBe(0);
    const changed = compositor.compose(at(25));
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(9);
    expect(compositor.changedTiles().reduce((sum, tile) => sum + tile, 0)).toBe(changed);
  });

  test('change only along a long, thin sprite, not in all of its box', () => {
    const compositor = newCompositor({ width: 320, height: 320 });
    const at = (rotation: number) => {
      const list = createDisplayList();
      list.sprite('opaque', { at: { x: 160, y: 160 }, scale: 10, scaleY: 0.2, rotation });
      return compositor.compose(list);
    };
    at(0.75);
    const changed = at(0.8);
    expect(changed).toBeGreaterThan(20);
    expect(changed).toBeLessThan(80);
  });

  test('in the hole of a ring do not change', () => {
    const compositor = newCompositor({ width: 320, height: 320 });
    const at = (scale: number) => {
      const list = createDisplayList();
      list.sprite('ring', { at: { x: 160, y: 160 }, scale });
      return list;
    };
    compositor.compose(at(7));
    expect(compositor.compose(at(7.1))).toBeLessThan(240);
  });

  test.each<[what: string, left: number, first: number, then: number, tiles: number]>([
    ['within a tile', 0, 100, 97, 1],
    ['onto the edge of a tile', 0, 97, 96, 1],
    ['from the edge into the next tile', 0, 96, 95, 1],
    ['over several tiles', 0, 100, 50, 4],
    ['at either end', 3, 100, 97, 2],
    ['while all of it lies in one tile', 0, 12, 9, 1],
  ])('change only at the ends of a bar whose crop moves %s', (_, left, first, then, tiles) => {
    const compositor = newCompositor({ width: 128, height: 16 });
    const bar = picture(120, 10, (x, y) => [x * 2, y * 20, 90, 100 + x]);
    compositor.setImage('bar', bar);
    const at = (start: number, end: number) => {
      const list = createDisplayList();
      const crop = { left: start / 120, top: 0, width: (end - start) / 120, height: 1 };
      list.sprite('bar', { at: { x: 0, y: 3 }, scale: 1, origin: { x: 0, y: 0 }, crop });
      return list;
    };
    compositor.compose(at(0, first));
    expect(compositor.compose(at(left, then))).toBe(tiles);
    const separate = newCompositor({ width: 128, height: 16 });
    separate.setImage('bar', bar);
    separate.compose(at(left, then));
    expect(Buffer.compare(rgbOf(compositor), rgbOf(separate))).toBe(0);
  });

  test('change where an item above an opaque image moves, not where a hidden one does', () => {
    const compositor = newCompositor({ width: 64, height: 64 });
    const at = (below: number, above: number) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x: below, y: 30 }, scale: 1 });
      list.sprite('cover', { at: { x: 32, y: 32 }, scale: 1 });
      list.sprite('ring', { at: { x: above, y: 30 }, scale: 0.5 });
      return list;
    };
    compositor.setImage(
      'cover',
      picture(64, 64, () => [9, 9, 9, 255]),
    );
    compositor.compose(at(20, 20));
    expect(compositor.compose(at(25, 20))).toBe(0);
    expect(compositor.compose(at(25, 21))).toBeGreaterThan(0);
  });

  test.each<[how: string, cover: Omit<SpriteLook, 'at'>]>([
    ['scaled', { scale: 5.3 }],
    ['shrunk', { scale: 0.45 }],
    ['rotated', { scale: 9, rotation: 0.4 }],
    ['mirrored', { scale: -6.1 }],
  ])('do not change where an item below an opaque image moves that is %s', (_, look) => {
    const compositor = newCompositor({ width: 64, height: 64 });
    const image = look.scale < 1 ? 'board' : 'opaque';
    compositor.setImage(
      'board',
      picture(301, 301, (x, y) => [x % 256, y % 256, 9, 255]),
    );
    const at = (below: number, alpha = 1) => {
      const list = createDisplayList();
      list.sprite('disc', { at: { x: below, y: 30 }, scale: 1 });
      list.sprite(image, { ...look, at: { x: 32, y: 32 }, alpha });
      return compositor.compose(list);
    };
    at(20);
    expect(at(25)).toBe(0);
    at(25, 0.9);
    expect(at(26, 0.9)).toBeGreaterThan(0);
  });

  test('change at once if an image is replaced', () => {
    const compositor = newCompositor();
    const list = createDisplayList();
    list.sprite('opaque', { at: { x: 40, y: 30 }, scale: 1 });
    compositor.compose(list);
    const before = Buffer.from(rgbOf(compositor));
    compositor.setImage('opaque', images.get('disc')!);
    compositor.compose(list);
    expect(Buffer.compare(before, rgbOf(compositor))).not.toBe(0);
  });
});
