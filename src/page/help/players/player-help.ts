import type { FailureWords } from '../../words/failure-words.ts';
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

/** Help in the language of the page, or in English. */
export async function loadPlayerHelp(language: string): Promise<PlayerHelp> {
  if (language === 'de') return (await import('./de.ts')).playerHelpDe;
  return (await import('./en.ts')).playerHelpEn;
}
