import { Failure } from '../../failure.ts';
import type { ArchiveLimits } from './limits.ts';

/**
 * Normalizes the path of an entry inside its archive, with single forward slashes. It refuses paths outside the archive
 * and paths that exceed the limits. The empty string is the root of the archive.
 */
export function entryPath(
  name: string,
  limits: Pick<ArchiveLimits, 'maxFolderDepth' | 'allowsNestedArchives'>,
): string {
  const slashed = name.replaceAll('\\', '/');
  if (slashed.includes('\0')) throw unsafe(name, 'has a NUL character in its name');
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) throw unsafe(name, 'has an absolute path');

  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw unsafe(name, 'points outside the archive');

  const folders = isFolderName(name) ? parts.length : parts.length - 1;
  if (folders > limits.maxFolderDepth)
    throw unsafe(name, `is nested in ${folders} folders; the limit is ${limits.maxFolderDepth}`);
  const path = parts.join('/');
  if (!limits.allowsNestedArchives && /\.(zip|osk|osz)$/i.test(path)) throw unsafe(name, 'is an archive itself');
  return path;
}

/** Folders are entries whose name ends with a slash. */
export function isFolderName(name: string): boolean {
  return name.endsWith('/') || name.endsWith('\\');
}

/** Whether macOS added this entry: `__MACOSX/` repeats all names without the contents. */
export function isSystemMetadata(path: string): boolean {
  return path === '__MACOSX' || path.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(path);
}

/**
 * Decodes an entry name. ZIP defines two encodings: UTF-8, marked by a flag, and CP437. Many archives were made on
 * Japanese Windows, which writes Shift-JIS, or by tools that write UTF-8 without the flag, so try each encoding in turn.
 */
export function decodeEntryName(bytes: Uint8Array, flaggedUtf8: boolean): string {
  if (flaggedUtf8) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return decodeAs('utf-8', bytes) ?? decodeAs('shift_jis', bytes) ?? decodeCp437(bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const cp437UpperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function decodeCp437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : cp437UpperHalf.charAt(byte - 128))).join(
    '',
  );
}

function unsafe(name: string, why: string): Failure {
  return new Failure('archive/unsafe', `The entry ${JSON.stringify(name.slice(0, 200))} ${why}.`);
}
