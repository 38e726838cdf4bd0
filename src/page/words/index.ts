import { en, type Words } from './en.ts';
import { type Translation, withEnglish } from './translation.ts';

export type { Words };

/** The languages of the page, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', ja: '日本語' } as const;
export type Language = keyof typeof languages;

/** English is part of the main bundle; another language is downloaded when it is used. */
const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  ja: async () => (await import('./ja.ts')).ja,
};

const storageKey = 'reprise.language';

/** The language selected on this device, else the first supported language of the browser, else English. */
export function currentLanguage(): Language {
  const preferred = [
    localStorage.getItem(storageKey),
    ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()),
  ];
  return (preferred.find((tag) => tag !== null && tag in languages) as Language | undefined) ?? 'en';
}

/** Stores the language and reloads the page. */
export function setLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  location.reload();
}

/** The texts of the page; set once before the first render. */
export let words: Words = en;

/** Downloads the texts of a language. If that fails, the page is in English rather than empty. */
export async function loadWords(language: Language): Promise<void> {
  if (language === 'en') return;
  const translation = await translations[language]().catch(() => null);
  if (translation === null) return;
  words = withEnglish(translation);
  document.documentElement.lang = language;
}
