import { currentLanguage, type Language } from '../../words/index.ts';
import { type StudyWords, studyEn } from './en.ts';

export type { StudyWords };

const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<StudyWords>>> = {
  de: async () => (await import('./de.ts')).studyDe,
  es: async () => (await import('./es.ts')).studyEs,
  fr: async () => (await import('./fr.ts')).studyFr,
  ja: async () => (await import('./ja.ts')).studyJa,
};

/** The texts of the study; set once before its first render. */
export let studyWords: StudyWords = studyEn;

/** Downloads the texts in the language of the page. If that fails, they are in English. */
export async function loadStudyWords(): Promise<void> {
  const language = currentLanguage();
  if (language !== 'en') studyWords = await translations[language]().catch(() => studyEn);
}
