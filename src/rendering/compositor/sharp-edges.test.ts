import { describe, expect, test } from 'vitest';
import { newCompositor, picture, pixelAt, rgbOf } from '../../../test/support/compositor/test-compositor.ts';
import { createDisplayList, type SpriteLook } from '../scene/index.ts';

describe('an image with sharp edges', () => {
  test.each<[how: string, look: Omit<SpriteLook, 'at'>]>([
    ['still', { scale: 32, still: true }],
    ['moving', { scale: 32 }],
    ['mirrored', { scale: -32 }],
    ['rotated by a quarter turn', { scale: 20, scaleY: 32, rotation: Math.PI / 2 }],
    ['reduced', { scale: 32 / 61 }],
  ])('ends where its last pixel does if it is %s', (_, look) => {
    expect(columnsAtEnds(look)).toEqual([0, 255, 255, 0]);
  });

  test('looks the same whether or not all of it has one colour', () => {
    const compositor = newCompositor();
    // Differs by one level, in a pixel outside the crop.
    const almost = (x: number, y: number) => [90, 200, x === 4 && y === 3 ? 41 : 40, 180] as const;
    compositor.setImage('almost', { ...picture(5, 4, almost), sharp: true });
    compositor.setImage('one colour', { ...picture(5, 4, () => [90, 200, 40, 180]), sharp: true });
    const rotations = [undefined, 0.7, Math.PI / 2, 3];
    for (const [i, rotation] of rotations.entries()) {
      for (const additive of [false, true]) {
        const [sampled, filled] = ['almost', 'one colour'].map((image) => {
          const list = createDisplayList();
          list.sprite('noise', { at: { x: 46, y: 35 }, scale: 5 });
          const crop = { left: 0, top: 0, width: 0.6, height: 0.5 };
          const look = { at: { x: 50.3 + i, y: 31.7 }, scale: 9.3, scaleY: 13, rotation, additive, alpha: 0.8, crop };
          list.sprite(image, look);
          compositor.compose(list);
          return Buffer.from(rgbOf(compositor));
        });
        const worst = sampled!.reduce((max, value, i) => Math.max(max, Math.abs(value - filled![i]!)), 0);
        expect(worst, `rotated by ${rotation}`).toBeLessThanOrEqual(2);
      }
    }
  });

  test('keeps its brightness at the edge if it is painted from a smaller level', () => {
    const compositor = newCompositor();
    compositor.setImage('odd', { ...picture(161, 161, () => [255, 255, 255, 255]), sharp: true });
    const list = createDisplayList();
    list.sprite('odd', { at: { x: 46, y: 35 }, scale: 32 / 161 });
    compositor.compose(list);
    const shown = [29, 30, 46, 61, 62].map((x) => pixelAt(compositor, x, 35)[0]);
    expect(shown).toEqual([0, 255, 255, 255, 0]);
  });
});

function columnsAtEnds(look: Omit<SpriteLook, 'at'>) {
  const compositor = newCompositor();
  compositor.setImage('dot', { ...picture(1, 1, () => [255, 255, 255, 255]), sharp: true });
  compositor.setImage('odd', { ...picture(61, 61, () => [255, 255, 255, 255]), sharp: true });
  const list = createDisplayList();
  list.sprite(Math.abs(look.scale) < 1 ? 'odd' : 'dot', { ...look, at: { x: 46, y: 35 } });
  compositor.compose(list);
  return [29, 30, 61, 62].map((x) => pixelAt(compositor, x, 35)[0]);
}
