import { expect, test } from 'vitest';
import { drawDigits } from './digits.ts';
import { createDisplayList } from './display-list.ts';

const font = {
  glyphs: { '1': { image: 'one', width: 10, height: 20 }, '2': { image: 'two', width: 30, height: 20 } },
  overlap: 4,
};

function placesOf(text: string, align: 'left' | 'centre' | 'right'): [string, number][] {
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
] as const)('%s of a point, digits overlap by what the font says', (align, places) => {
  expect(placesOf('12', align)).toEqual(places);
});

test('a character the font lacks is left out', () => {
  expect(placesOf('1x2', 'left')).toEqual(placesOf('12', 'left'));
});

test('no font, no number', () => {
  const list = createDisplayList();
  drawDigits(list, null, '12', { at: { x: 0, y: 0 }, align: 'left', scale: 1 });
  expect(list.items).toEqual([]);
});
