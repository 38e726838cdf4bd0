import { expect, test } from 'vitest';
import type { CostlyMistake } from './costs.ts';
import { joinSliders } from './join-sliders.ts';

type ListedMistake = Omit<CostlyMistake, 'judgement'>;

function mistake(object: number, part: ListedMistake['part'], changes: Partial<ListedMistake> = {}): ListedMistake {
  return { object, part, time: object * 1000, result: 'miss', cause: 'aim', comboLost: 0, ppLost: 1, ...changes };
}

const result = { time: 1500, result: 'ok', ppLost: 3 } as const;

test('the result of a slider and its breaks are one row each, the first with the result and its cost', () => {
  const breaks = [mistake(1, 'head', { comboLost: 40 }), mistake(1, 'tick', { time: 1200, comboLost: 2 })];
  expect(joinSliders([...breaks, mistake(1, 'slider', result)])).toEqual([
    { ...breaks[0], sliderResult: 'ok', ppLost: 3 },
    breaks[1],
  ]);
});

test('a slider without a break is a row of its own, and so is every other object, in the order of time', () => {
  const mistakes = [
    mistake(0, 'circle'),
    mistake(1, 'slider', result),
    mistake(2, 'spinner'),
    mistake(3, 'tick'),
    mistake(4, 'end'),
  ];
  expect(joinSliders(mistakes)).toEqual(mistakes);
});
