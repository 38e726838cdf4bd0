import { expect, test } from 'vitest';
import { textsByPath } from '../../words/translation.ts';
import { analysisDe } from './de.ts';
import { analysisEn } from './en.ts';
import { analysisEs } from './es.ts';
import { analysisFr } from './fr.ts';
import { analysisJa } from './ja.ts';

/** The numbers that a text shows of those it was given. */
function valuesIn(text: unknown): string[] {
  if (typeof text !== 'function') return [];
  return (String(text('71', '72', '73')).match(/7[123]/g) ?? []).sort();
}

test.each([
  ['German', analysisDe],
  ['Spanish', analysisEs],
  ['French', analysisFr],
  ['Japanese', analysisJa],
])('every text in %s has the values of the English one', (_, translation) => {
  const own = textsByPath(translation);
  const wrong = [...textsByPath(analysisEn)].filter(
    ([path, text]) => valuesIn(text).join() !== valuesIn(own.get(path)).join(),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
