import type { IncomingHttpHeaders } from 'node:http';

/** The validators of a resource (RFC 9110 §8.8). */
export interface ResourceVersion {
  /** With its quotes. */
  readonly etag: string;
  readonly lastModified?: Date;
}

/** Whether the client already has this version, according to the conditions of its request (RFC 9110 §13.1). */
export function isNotModified({ etag, lastModified }: ResourceVersion, headers: IncomingHttpHeaders): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}
