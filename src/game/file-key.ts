/**
 * Normalizes a path for comparison. The game runs on file systems that ignore case, its files use both slashes, and an
 * accented letter may be stored as one code point or two.
 */
export function fileKey(path: string): string {
  return path.replaceAll('\\', '/').normalize('NFC').toLowerCase();
}
