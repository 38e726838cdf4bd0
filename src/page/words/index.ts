import { en, type Words } from './en.ts';

export type { Words };
export type Language = 'en' | 'de';
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

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

export async function loadWords(language: Language): Promise<void> {
  // English is part of the main bundle.
  if (language === 'de') words = (await import('./de.ts')).de;
  document.documentElement.lang = language;
}
