/** Long enough for every name we make, short enough for S3 (1,024 bytes) and for a file name (255 bytes a part). */
const maxKeyBytes = 512;
const maxPartBytes = 240;

/**
 * Whether a text can name an object: `folder/name`, deeper if need be.
 *
 * What is refused is what some file system, URL parser or S3 server reads in its own way: empty, `.` and `..` parts,
 * hidden names (the local adapter's own), control characters, backslashes, percent signs (a path encoded twice), the
 * characters and endings Windows strips or forbids, and lone surrogates, which have no UTF-8. Keys differing only in case are two objects on S3 and one on
 * macOS and Windows: whoever makes up keys from names people choose has to keep them apart.
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

/** Adapters call this first: a bad key that comes this far is a bug of the caller, who should have asked isKey. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
}

/** As assertKey, for the folder of a listing: key parts, each followed by a slash. */
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

/** The folder decides, so that no adapter has to remember a type and none can be told a wrong one. */
export function contentTypeOf(key: string): string {
  return contentTypes[folderOf(key)] ?? 'application/octet-stream';
}

const shownInBrowsers = new Set(['gifs', 'logs', 'thumbnails', 'videos', 'webps']);

/** The Content-Disposition header: what a browser can show is shown, everything else is saved, under its own name. */
export function dispositionOf(key: string, downloadAs?: string): string {
  const kind = downloadAs === undefined && shownInBrowsers.has(folderOf(key)) ? 'inline' : 'attachment';
  const name = downloadAs ?? key.slice(key.lastIndexOf('/') + 1);
  // RFC 6266: old readers take the ASCII form, the others the exact one.
  const ascii = name.replace(/[^ !#-$&-.0-[\]-~]/g, '_');
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeRfc8187(name)}`;
}

function encodeRfc8187(text: string): string {
  // Through UTF-8 and back, because encodeURIComponent throws on a lone surrogate.
  const wellFormed = Buffer.from(text).toString();
  return encodeURIComponent(wellFormed).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function folderOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
