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

/** A cached drawing that records what was drawn. */
function recordingDraw() {
  const drawn: Count[] = [];
  const draw = cacheLast((list: DisplayList, count: Count) => {
    drawn.push(count);
    drawCount(list, count);
  });
  return { drawn, draw };
}

function itemsOf(draw: (list: DisplayList) => void): readonly DisplayItem[] {
  const list = createDisplayList();
  draw(list);
  return list.items;
}

const states: readonly Count[] = [
  { text: '12', size: 1 },
  { text: '12', size: 1 },
  { text: '13', size: 1 },
  { text: '13', size: 2 },
  { text: '13', size: 2, additive: true },
  { text: '', size: 2, additive: true },
  { text: '12', size: 1, additive: false },
];

test('cached items equal freshly drawn ones', () => {
  const { draw } = recordingDraw();
  for (const count of states) {
    expect(itemsOf((list) => draw(list, count))).toEqual(itemsOf((list) => drawCount(list, count)));
  }
});

test('drawing happens only when a value has changed', () => {
  const { drawn, draw } = recordingDraw();
  for (const count of states) itemsOf((list) => draw(list, count));
  expect(drawn).toEqual(states.slice(1));
});

test('cached items are appended to what the list already has', () => {
  const { draw } = recordingDraw();
  const images = itemsOf((list) => {
    list.sprite('below', { at: { x: 0, y: 0 }, scale: 1 });
    draw(list, { text: 'ab', size: 1 });
    draw(list, { text: 'ab', size: 1 });
  });
  expect(images.map((item) => item.kind === 'sprite' && item.image)).toEqual(['below', 'a', 'b', 'a', 'b']);
});
