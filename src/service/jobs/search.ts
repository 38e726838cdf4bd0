/** Further words are ignored. */
const maxWords = 8;
/** A prefix of up to this many letters matches too many words for an index. */
const maxShortLetters = 2;

/** A search in PostgreSQL's query language: every word of both queries must be a prefix of a word of the job. */
export interface Search {
  /** The query that the index answers. */
  readonly indexed: string;
  /**
   * The query that is compared with each job that the index finds; null: none. One or two letters may match a tenth of
   * all jobs: collecting those from the index takes longer than comparing the few that match the longer words.
   */
  readonly compared: string | null;
}

/** What separates words: punctuation, symbols and spaces, which also removes the syntax of PostgreSQL's query language. */
const separators =
  /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u3040\u3099-\u309c\u30a0\u30fb\s]+/;

/** Kanji, kana and hangul: texts in these scripts have no spaces between words, so each character is a word. */
const wordCharacter = /([\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff])/;

/**
 * Parses what a user typed; null for a text without a word. It splits words like the function `job_search_words` of
 * migration 0019.
 */
export function searchOf(text: string): Search | null {
  const words = text
    .normalize('NFKC')
    .split(separators)
    .filter((word) => word !== '')
    .slice(0, maxWords);
  if (words.length === 0) return null;
  const [short, long] = [words.filter(isShort), words.filter((word) => !isShort(word))];
  if (long.length === 0 || short.length === 0) return { indexed: allOf(words), compared: null };
  return { indexed: allOf(long), compared: allOf(short) };
}

/** One Chinese or Japanese character is as selective as a word, so only Latin letters count as short. */
function isShort(word: string): boolean {
  return word.length <= maxShortLetters && /^[\u0000-\u024f]+$/.test(word);
}

function allOf(words: readonly string[]): string {
  return words.map(phraseOf).join(' & ');
}

/** Words that must follow each other: a single one, or the characters of a Japanese text. */
function phraseOf(word: string): string {
  const parts = word.split(wordCharacter).filter((part) => part !== '');
  return parts.map((part) => `'${part}':*`).join(' <-> ');
}
