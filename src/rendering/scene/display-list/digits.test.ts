import { describe, expect, test } from 'vitest';
import { type DigitsLook, digitsWidth, drawDigits, drawRollingDigits } from './digits.ts';
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

describe('glyphs of different heights', () => {
  const uneven = {
    glyphs: {
      '1': { image: 'one', width: 10, height: 20 },
      '5': { image: 'five', width: 16, height: 20 },
      '.': { image: 'dot', width: 6, height: 8 },
      '%': { image: 'percent', width: 24, height: 30 },
    },
    overlap: 4,
  };
  const boxesOf = (text: string, look: Partial<DigitsLook>) => {
    const list = createDisplayList();
    drawDigits(list, uneven, text, { at: { x: 100, y: 50 }, align: 'left', scale: 1, ...look });
    return list.items.map((item) => {
      if (item.kind !== 'sprite') throw new Error('Only sprites were expected.');
      const { width, height } = Object.values(uneven.glyphs).find(({ image }) => image === item.image)!;
      return { left: item.at.x - width / 2, right: item.at.x + width / 2, top: item.at.y - height / 2 };
    });
  };

  test('hang from the same line', () => {
    expect(boxesOf('1.%', { from: 'top' }).map(({ top }) => top)).toEqual([50, 50, 50]);
  });

  test('are centred by the height of the first', () => {
    expect(boxesOf('1.%', {}).map(({ top }) => top)).toEqual([40, 40, 40]);
    expect(boxesOf('.1%', {}).map(({ top }) => top)).toEqual([46, 46, 46]);
  });

  test('with a fixed width are as wide as the 5 and, aligned right, end beyond it by the overlap', () => {
    const boxes = boxesOf('15%', { align: 'right', fixedWidth: true });
    expect(boxes.map(({ left }) => left)).toEqual([59, 68, 80]);
    expect(boxes.at(-1)?.right).toBe(104);
    expect(digitsWidth(uneven, '15%', true)).toBe(44);
  });
});

test('a character that the font lacks is skipped', () => {
  expect(positionsOf('1x2', 'left')).toEqual(positionsOf('12', 'left'));
});

test('nothing is drawn without a font', () => {
  const list = createDisplayList();
  drawDigits(list, null, '12', { at: { x: 0, y: 0 }, align: 'left', scale: 1 });
  expect(list.items).toEqual([]);
});

describe('a number that rolls during the exposure', () => {
  const withFive = { ...font, glyphs: { ...font.glyphs, '5': { image: 'five', width: 30, height: 20 } } };
  const itemsOf = (...texts: string[]) => {
    const list = createDisplayList();
    drawRollingDigits(list, withFive, texts, { at: { x: 100, y: 0 }, scale: 1 });
    return list.items;
  };

  test('has its changing digits at all moments, and the others once', () => {
    const [tens, ones, ...others] = itemsOf('11', '12', '11');
    expect(others).toEqual([]);
    expect(tens).toMatchObject({ kind: 'sprite', image: 'one' });
    expect(ones).toMatchObject({ kind: 'motion', looks: [{ image: 'one' }, { image: 'two' }, { image: 'one' }] });
  });

  test('that becomes longer has its first digit at some moments', () => {
    const [tens, ones] = itemsOf('2', '11');
    expect(tens).toMatchObject({ kind: 'motion', looks: [null, { image: 'one' }] });
    expect(ones).toMatchObject({ kind: 'motion', looks: [{ image: 'two' }, { image: 'one' }] });
  });

  test('is drawn as a still number while it stays the same', () => {
    expect(itemsOf('21', '21').map(({ kind }) => kind)).toEqual(['sprite', 'sprite']);
  });
});
