import { expect, test } from 'vitest';
import { cacheLast } from './cache-last.ts';
import { createDisplayList, type DisplayItem, type DisplayList } from './display-list.ts';

interface Count {
  readonly text: string;
  readonly size: number;
  readonly additive?: boolean;
}

function drawCount(list: DisplayList, { text, size, additive }: Count): void {
  for (const letter of text) list.sprite(letter, { at: { x: 0, y: 0 }, scale: size, additive });
}

/** Also counts how often something was drawn. */
function counted() {
  const drawn: Count[] = [];
  const draw = cacheLast((list: DisplayList, count: Count) => {
    drawn.push(count);
    drawCount(list, count);
  });
  return { drawn, draw };
}

function listed(draw: (list: DisplayList) => void): readonly DisplayItem[] {
  const list = createDisplayList();
  draw(list);
  return list.items;
}

const shown: readonly Count[] = [
  { text: '12', size: 1 },
  { text: '12', size: 1 },
  { text: '13', size: 1 },
  { text: '13', size: 2 },
  { text: '13', size: 2, additive: true },
  { text: '', size: 2, additive: true },
  { text: '12', size: 1, additive: false },
];

test('what is remembered is listed as if it were drawn', () => {
  const { draw } = counted();
  for (const count of shown) {
    expect(listed((list) => draw(list, count))).toEqual(listed((list) => drawCount(list, count)));
  }
});

test('it is drawn when one of the values has changed, and only then', () => {
  const { drawn, draw } = counted();
  for (const count of shown) listed((list) => draw(list, count));
  expect(drawn).toEqual(shown.slice(1));
});

test('a list that it is added to has what was there before', () => {
  const { draw } = counted();
  const images = listed((list) => {
    list.sprite('below', { at: { x: 0, y: 0 }, scale: 1 });
    draw(list, { text: 'ab', size: 1 });
    draw(list, { text: 'ab', size: 1 });
  });
  expect(images.map((item) => item.kind === 'sprite' && item.image)).toEqual(['below', 'a', 'b', 'a', 'b']);
});
