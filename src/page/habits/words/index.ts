import { currentLanguage, type Language } from '../../words/index.ts';
import { type HabitsWords, habitsEn } from './en.ts';

export type { HabitsWords };

const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<HabitsWords>>> = {
  de: async () => (await import('./de.ts')).habitsDe,
  es: async () => (await import('./es.ts')).habitsEs,
  fr: async () => (await import('./fr.ts')).habitsFr,
  ja: async () => (await import('./ja.ts')).habitsJa,
};

/** The texts of the study; set once before its first render. */
export let habitsWords: HabitsWords = habitsEn;

/** Downloads the texts in the language of the page. If that fails, they are in English. */
export async function loadHabitsWords(): Promise<void> {
  const language = currentLanguage();
  if (language !== 'en') habitsWords = await translations[language]().catch(() => habitsEn);
}
