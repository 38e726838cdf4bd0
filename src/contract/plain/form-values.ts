const flagWords = new Map([
  ...['true', '1', 'yes', 'on', 't', 'y'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off', 'f', 'n'].map((word) => [word, false] as const),
]);

/** The words people and programs write for yes and no, in any case; null for every other text. */
export function parseFlag(text: string): boolean | null {
  return flagWords.get(text.toLowerCase()) ?? null;
}

/** Darkness from 0 to 1; above 1 and up to 100 it is read as a percentage. Null for what is no such number. */
export function parseDim(text: string): number | null {
  if (text.length > 32 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  if (number < 0 || number > 100) return null;
  // The sum turns -0, which JSON cannot carry, into 0.
  return number > 1 ? number / 100 : number + 0;
}
