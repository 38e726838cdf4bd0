/** More words than these make no search clearer. */
const mostWords = 8;
/** A beginning as short as this is one of too many words. */
const shortLetters = 2;

/** What somebody typed in PostgreSQL's search language: every word of both must be there, as the beginning of one. */
export interface Search {
  /** What an index is asked for. */
  readonly indexed: string;
  /**
   * What is compared with every job that the index has found; null: nothing more. A letter or two may begin the words of
   * every tenth job, and to gather those takes longer than to look at the few that a longer word has left.
   */
  readonly compared: string | null;
}

/**
 * Null for a text without a word. Words are parted as the function `job_words` of the migrations parts them, so nothing
 * of what was typed is left that means anything to PostgreSQL.
 */
export function searchOf(text: string): Search | null {
  const words = text
    .split(/[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f\s]+/)
    .filter((word) => word !== '')
    .slice(0, mostWords);
  if (words.length === 0) return null;
  const [short, long] = [words.filter(isShort), words.filter((word) => !isShort(word))];
  if (long.length === 0 || short.length === 0) return { indexed: allOf(words), compared: null };
  return { indexed: allOf(long), compared: allOf(short) };
}

/** A sign of Chinese or Japanese says as much as a word. */
function isShort(word: string): boolean {
  return word.length <= shortLetters && /^[\u0000-\u024f]+$/.test(word);
}

function allOf(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(' & ');
}
