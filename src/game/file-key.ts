/**
 * Two paths with the same key are one file for the game: it runs where case does not matter, both slashes are used, and
 * an accent may be stored as one character or two.
 */
export function fileKey(path: string): string {
  return path.replaceAll('\\', '/').normalize('NFC').toLowerCase();
}
