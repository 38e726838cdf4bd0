import { en, type Words } from './en.ts';

export type { Words };
export type Language = 'en' | 'de';
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const storedAs = 'reprise.language';

/** What the person chose here, else what the browser asks for, else English. */
export function chosenLanguage(): Language {
  const wishes = [localStorage.getItem(storedAs), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return (wishes.find((wish) => wish !== null && wish in languages) as Language | undefined) ?? 'en';
}

/** Remembers the choice and loads the page anew in it. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storedAs, language);
  location.reload();
}

/** The words of the page; set once before anything is drawn. */
export let words: Words = en;

export async function loadWords(language: Language): Promise<void> {
  // English is in the bundle already: it is what everything falls back to.
  if (language === 'de') words = (await import('./de.ts')).de;
  document.documentElement.lang = language;
}
