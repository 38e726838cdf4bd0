import type { FailureWords } from '../../words/failure-words.ts';
import type { Language } from '../../words/index.ts';
import type { PlayerHelp } from './help-topic.ts';

/** The failures that players meet most often; their texts are those that the page shows. */
export const commonFailures = [
  'beatmap/not-found',
  'beatmap/mismatch',
  'replay/unreadable',
  'replay/no-frames',
  'replay/wrong-mode',
  'replay/unsupported-mods',
  'limit/rate',
  'limit/active-jobs',
  'skin/not-found',
  'render/timed-out',
] as const satisfies readonly (keyof FailureWords)[];

/** Only the help in the language of the page is loaded. */
const loaders: Readonly<Record<Language, () => Promise<PlayerHelp>>> = {
  en: async () => (await import('./en.ts')).playerHelpEn,
  de: async () => (await import('./de.ts')).playerHelpDe,
  es: async () => (await import('./es.ts')).playerHelpEs,
  fr: async () => (await import('./fr.ts')).playerHelpFr,
  ja: async () => (await import('./ja.ts')).playerHelpJa,
};

export function loadPlayerHelp(language: Language): Promise<PlayerHelp> {
  return loaders[language]();
}
