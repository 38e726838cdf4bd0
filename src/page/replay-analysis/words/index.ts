import { currentLanguage, type Language } from '../../words/index.ts';
import { type AnalysisWords, analysisEn } from './en.ts';

export type { AnalysisWords };

const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<AnalysisWords>>> = {
  de: async () => (await import('./de.ts')).analysisDe,
  es: async () => (await import('./es.ts')).analysisEs,
  fr: async () => (await import('./fr.ts')).analysisFr,
  ja: async () => (await import('./ja.ts')).analysisJa,
};

/** The texts of the analysis that no other part of the page needs; set once before it is first shown. */
export let analysisWords: AnalysisWords = analysisEn;

/** Downloads the texts in the language of the page. If that fails, they are in English. */
export async function loadAnalysisWords(): Promise<void> {
  const language = currentLanguage();
  if (language !== 'en') analysisWords = await translations[language]().catch(() => analysisEn);
}
