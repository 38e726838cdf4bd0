import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The client's X-Request-ID if it has 1 to 128 visible ASCII characters, otherwise a new id of 8 characters. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[\x21-\x7e]{1,128}$/.test(sent) ? sent : newRequestId();
}

export function newRequestId(): string {
  return randomUUID().slice(0, 8);
}
