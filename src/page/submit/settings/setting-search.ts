/** Whether every word of a search is in one of the texts. Case, accents and underscores do not matter. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const text = fold(texts.join('\n'));
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('_', ' ').toLowerCase();
}
