import type { IncomingHttpHeaders } from 'node:http';

/** What tells one version of an object from another. */
export interface Version {
  /** Quoted. */
  readonly etag: string;
  readonly lastModified?: Date;
}

/** Whether a client has this very version already, by the conditions of its request (RFC 9110 §13.1). */
export function isUnchanged({ etag, lastModified }: Version, headers: IncomingHttpHeaders): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) {
    return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}
