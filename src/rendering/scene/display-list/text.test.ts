import { expect, test } from 'vitest';
import { createDisplayList } from './display-list.ts';
import { drawText, type TextLook } from './text.ts';

/** Letters are 0.45 ems wide, blanks 0.25. */
const typeface = {
  glyph: (character: string) =>
    character === ' '
      ? { image: null, left: 0, top: 0, advance: 0.25 }
      : { image: character, left: 0.1, top: 0.75, advance: 0.45 },
  has: () => true,
};

function positionsOf(text: string, look: Partial<TextLook>): number[] {
  const list = createDisplayList();
  drawText(list, typeface, text, { at: { x: 10.3, y: 50 }, sizePx: 10, ...look });
  return list.items.map((item) => (item.kind === 'sprite' ? item.at.x : Number.NaN));
}

test.each([
  ['left', [11, 16, 24]],
  ['centre', [2, 7, 15]],
  ['right', [-7, -2, 6]],
] as const)('letters aligned %s are whole pixels apart', (align, positions) => {
  expect(positionsOf('ab c', { align })).toEqual(positions);
});

test('positions of moving letters are not rounded', () => {
  const positions = positionsOf('ab c', { moving: true });
  expect(positions).toHaveLength(3);
  for (const [i, position] of [11.3, 15.8, 22.8].entries()) expect(positions[i]).toBeCloseTo(position, 6);
});
