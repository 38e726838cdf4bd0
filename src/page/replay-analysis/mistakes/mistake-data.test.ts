import { expect, test } from 'vitest';
import { mistakes } from '../../../../test/support/mistakes/play-with-mistakes.ts';
import { mistakeAnalytics } from '../../../game/analytics/index.ts';
import { publishedMistake } from '../../../game/mistakes/index.ts';
import { mistakesOf } from './mistake-data.ts';

test('a mistake is read from the analytics with all its evidence', () => {
  const costly = [
    { ...mistakes.aim, judgement: 0, comboLost: 12, ppLost: 3.5 },
    { ...mistakes.slider, judgement: 2, released: true, blockedBy: 1, comboLost: 0, ppLost: null },
    { ...mistakes.spinner, judgement: 3, comboLost: 0, ppLost: 0 },
  ];
  const listed = mistakesOf({
    mistakes: costly.map((mistake) => mistakeAnalytics(publishedMistake(mistake))) as never,
  });
  expect(listed).toEqual(costly.map(({ judgement: _, ...mistake }) => mistake));
});

test('analytics of earlier versions have no mistakes, not an empty list', () => {
  expect(mistakesOf({})).toBeNull();
  expect(mistakesOf({ mistakes: [] })).toEqual([]);
});
