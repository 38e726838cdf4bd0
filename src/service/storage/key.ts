import type { LinkOptions } from './storage.ts';

/** Long enough for every key we create, short enough for S3 (1,024 bytes) and for file names (255 bytes per part). */
const maxKeyBytes = 512;
const maxPartBytes = 240;

/**
 * Whether a text is a valid key: `folder/name`, with more folders if needed.
 *
 * It rejects everything that a file system, URL parser or S3 server may interpret: empty, `.` and `..` parts, hidden
 * names (reserved for the local adapter), control characters, backslashes, percent signs (double encoding), the
 * characters and endings that Windows strips or forbids, and lone surrogates, which have no UTF-8. Keys that differ
 * only in case are two objects on S3 but one on macOS and Windows: code that builds keys from client-chosen names must
 * prevent such pairs.
 */
export function isKey(text: string): boolean {
  if (Buffer.byteLength(text) > maxKeyBytes) return false;
  const parts = text.split('/');
  return parts.length >= 2 && parts.every(isKeyPart);
}

function isKeyPart(part: string): boolean {
  if (part === '' || part.startsWith('.') || part.endsWith('.') || part.endsWith(' ')) return false;
  if (Buffer.byteLength(part) > maxPartBytes) return false;
  return !/[\u0000-\u001f\u007f\\:*?"<>|%]|\p{Surrogate}/u.test(part);
}

/** Adapters call this first: an invalid key here is a bug of the caller, which should have called isKey. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
}

/** Like assertKey, for the folder of a listing: key parts, each followed by a slash. */
export function assertFolder(folder: string): void {
  if (!folder.endsWith('/') || !isKey(`${folder}x`)) {
    throw new TypeError(`Not a storage folder: ${JSON.stringify(folder.slice(0, 100))}`);
  }
}

const contentTypes: Record<string, string> = {
  analytics: 'application/json',
  gifs: 'image/gif',
  logs: 'text/plain; charset=utf-8',
  previews: 'image/jpeg',
  thumbnails: 'image/jpeg',
  videos: 'video/mp4',
  webps: 'image/webp',
};

/** The folder determines the content type, so adapters store none and clients cannot set a wrong one. */
export function contentTypeOf(key: string): string {
  return contentTypes[folderOf(key)] ?? 'application/octet-stream';
}

type Disposition = Pick<LinkOptions, 'fileName' | 'isDownload'>;

const shownInBrowsers = new Set(['gifs', 'logs', 'thumbnails', 'videos', 'webps']);

/** The Content-Disposition header: browsers display videos and images, unless they are downloads, and save the rest. */
export function dispositionOf(key: string, { fileName, isDownload = false }: Disposition = {}): string {
  const kind = !isDownload && shownInBrowsers.has(folderOf(key)) ? 'inline' : 'attachment';
  const name = fileName ?? key.slice(key.lastIndexOf('/') + 1);
  // RFC 6266: old clients use the ASCII form, others the exact one.
  const ascii = name.replace(/[^ !#-$&-.0-[\]-~]/g, '_');
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeName(name)}`;
}

/** Escapes a file name as RFC 8187 does. URL parsers leave the result as it is, in headers and in queries. */
export function encodeName(text: string): string {
  // Converted through UTF-8, because encodeURIComponent throws on a lone surrogate.
  const wellFormed = Buffer.from(text).toString();
  return encodeURIComponent(wellFormed).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function folderOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
