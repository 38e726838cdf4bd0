import { expect, test } from 'vitest';
import { drawDigits } from './digits.ts';
import { createDisplayList } from './display-list.ts';

const font = {
  glyphs: { '1': { image: 'one', width: 10, height: 20 }, '2': { image: 'two', width: 30, height: 20 } },
  overlap: 4,
};

function positionsOf(text: string, align: 'left' | 'centre' | 'right'): [string, number][] {
  const list = createDisplayList();
  drawDigits(list, font, text, { at: { x: 100, y: 50 }, align, scale: 2 });
  return list.items.map((item) => (item.kind === 'sprite' ? [item.image, item.at.x] : ['', 0]));
}

test.each([
  [
    'left',
    [
      ['one', 110],
      ['two', 142],
    ],
  ],
  [
    'centre',
    [
      ['one', 74],
      ['two', 106],
    ],
  ],
  [
    'right',
    [
      ['one', 38],
      ['two', 70],
    ],
  ],
] as const)('digits aligned %s overlap as the font says', (align, positions) => {
  expect(positionsOf('12', align)).toEqual(positions);
});

test('a character that the font lacks is skipped', () => {
  expect(positionsOf('1x2', 'left')).toEqual(positionsOf('12', 'left'));
});

test('nothing is drawn without a font', () => {
  const list = createDisplayList();
  drawDigits(list, null, '12', { at: { x: 0, y: 0 }, align: 'left', scale: 1 });
  expect(list.items).toEqual([]);
});
