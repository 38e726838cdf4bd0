import { expect, test } from 'vitest';
import { textsByPath } from '../../words/translation.ts';
import { studyDe } from './de.ts';
import { studyEn } from './en.ts';
import { studyEs } from './es.ts';
import { studyFr } from './fr.ts';
import { studyJa } from './ja.ts';

/** The numbers that a text shows of those it was given. */
function valuesIn(text: unknown): string[] {
  if (typeof text !== 'function') return [];
  return (String(text('71', '72', '73')).match(/7[123]/g) ?? []).sort();
}

test.each([
  ['German', studyDe],
  ['Spanish', studyEs],
  ['French', studyFr],
  ['Japanese', studyJa],
])('every text in %s has the values of the English one', (_, translation) => {
  const own = textsByPath(translation);
  const wrong = [...textsByPath(studyEn)].filter(
    ([path, text]) => valuesIn(text).join() !== valuesIn(own.get(path)).join(),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
