import { currentLanguage, type Language } from '../../words/index.ts';
import { type AdminWords, adminEn } from './en.ts';

export type { AdminWords };

const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<AdminWords>>> = {
  de: async () => (await import('./de.ts')).adminDe,
  es: async () => (await import('./es.ts')).adminEs,
  fr: async () => (await import('./fr.ts')).adminFr,
  ja: async () => (await import('./ja.ts')).adminJa,
};

/** The texts of the administration; set once before its first render. */
export let adminWords: AdminWords = adminEn;

/** Downloads the texts in the language of the page. If that fails, they are in English. */
export async function loadAdminWords(): Promise<void> {
  const language = currentLanguage();
  if (language !== 'en') adminWords = await translations[language]().catch(() => adminEn);
}
