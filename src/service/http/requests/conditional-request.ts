import type { IncomingHttpHeaders } from 'node:http';

/** The validators of a resource (RFC 9110 §8.8). */
export interface ResourceVersion {
  /** With its quotes, and with `W/` if it is weak. */
  readonly etag: string;
  readonly lastModified?: Date;
}

/** Whether the client already has this version, according to the conditions of its request (RFC 9110 §13.1). */
export function isNotModified({ etag, lastModified }: ResourceVersion, headers: IncomingHttpHeaders): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    if (tags === etag) return true;
    return tags.split(',').some((tag) => ['*', strong(etag)].includes(strong(tag.trim())));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}

/** If-None-Match compares weakly: the opaque parts of the tags must be the same. */
function strong(tag: string): string {
  return tag.replace(/^W\//, '');
}
