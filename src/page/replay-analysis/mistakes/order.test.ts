import { expect, test } from 'vitest';
import { arrange, causeTotals } from './order.ts';

const mistake = (time: number, cause: 'aim' | 'timing', costs: [ppLost: number | null, comboLost: number]) => ({
  time,
  cause,
  ppLost: costs[0],
  comboLost: costs[1],
});

const mistakes = [
  mistake(1000, 'timing', [0.5, 0]),
  mistake(2000, 'aim', [12, 40]),
  mistake(3000, 'timing', [0.5, 7]),
  mistake(4000, 'aim', [0.5, 7]),
];

const times = (list: readonly { time: number }[]) => list.map(({ time }) => time);

test('the most expensive mistake comes first: by pp, then by combo, then by time', () => {
  expect(times(arrange(mistakes, { order: 'cost', cause: null }))).toEqual([2000, 3000, 4000, 1000]);
});

test('without pp, the lost combo decides', () => {
  const unrated = mistakes.map((each) => ({ ...each, ppLost: null }));
  expect(times(arrange(unrated, { order: 'cost', cause: null }))).toEqual([2000, 3000, 4000, 1000]);
});

test('mistakes are listed by time, and of one cause alone', () => {
  expect(times(arrange([...mistakes].reverse(), { order: 'time', cause: null }))).toEqual([1000, 2000, 3000, 4000]);
  expect(times(arrange(mistakes, { order: 'cost', cause: 'timing' }))).toEqual([3000, 1000]);
});

test('the causes are added up, the most expensive one first', () => {
  expect(causeTotals(mistakes)).toEqual([
    { cause: 'aim', count: 2, ppLost: 12.5, comboLost: 47, share: 1 },
    { cause: 'timing', count: 2, ppLost: 1, comboLost: 7, share: 0.08 },
  ]);
});

test.each([
  ['the combo if there are no pp', [null, 8], [null, 2], 0.25],
  ['the combo if no pp are lost', [0, 8], [0, 2], 0.25],
  ['the number if nothing is lost', [null, 0], [null, 0], 1],
] as const)('the bars show %s', (_, aim, timing, share) => {
  const totals = causeTotals([mistake(1, 'aim', [...aim]), mistake(2, 'timing', [...timing])]);
  expect(totals.map((total) => total.share)).toEqual([1, share]);
});

test('no mistakes have no causes', () => {
  expect(causeTotals([])).toEqual([]);
});
