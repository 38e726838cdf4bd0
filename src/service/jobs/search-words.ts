/** Further words are ignored. */
const maxWords = 8;

/** What separates words: punctuation, symbols and spaces, which also removes the syntax of PostgreSQL's query language. */
const separators =
  /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u3040\u3099-\u309c\u30a0\u30fb\s]+/;

/** Kanji, kana and hangul: texts in these scripts have no spaces between words, so each character is a word. */
const wordCharacter = /([\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff])/;

/**
 * Parses what a user typed into one query of PostgreSQL for each word, all of which a job must match; null for a text without
 * a word. It splits words like the function `job_search_words` of migration 0019.
 */
export function searchOf(text: string): readonly string[] | null {
  const words = text
    .normalize('NFKC')
    .split(separators)
    .filter((word) => word !== '')
    .slice(0, maxWords);
  return words.length === 0 ? null : words.map(phraseOf);
}

/** Words that must follow each other: a single one, or the characters of a Japanese text. */
function phraseOf(word: string): string {
  const parts = word.split(wordCharacter).filter((part) => part !== '');
  // A character is a whole word, so the index need not look for words that begin with it.
  return parts.map((part) => (wordCharacter.test(part) ? `'${part}'` : `'${part}':*`)).join(' <-> ');
}
