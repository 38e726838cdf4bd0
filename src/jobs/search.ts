/** More words than these make no search clearer. */
const mostWords = 8;

/**
 * What somebody typed as PostgreSQL's search language: every word must be there, as the beginning of one. Null for a text
 * without a word. Words are parted as the function `job_words` of the migrations parts them, so nothing of what was typed
 * is left that means anything to PostgreSQL.
 */
export function searchOf(text: string): string | null {
  const words = text.split(/[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f\s]+/).filter((word) => word !== '');
  return words.length === 0
    ? null
    : words
        .slice(0, mostWords)
        .map((word) => `'${word}':*`)
        .join(' & ');
}
