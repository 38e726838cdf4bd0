import { type Evidence, mistakeSentence, type PlayUnits } from '../../../rendering/study-report/index.ts';
import { formatNumber } from '../../words/numbers.ts';
import { type AnalysisWords, analysisWords } from '../words/index.ts';

/** Says why a mistake happened, in the language of the page. */
export function sentenceOf(
  mistake: Evidence,
  units: PlayUnits,
  words: AnalysisWords['mistakes'] = analysisWords.mistakes,
): string {
  return mistakeSentence(mistake, units, { ...words, formatNumber });
}
