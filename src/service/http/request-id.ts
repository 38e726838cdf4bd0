import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The caller's X-Request-ID when it is 1 to 128 visible ASCII characters, a new one of 8 characters otherwise. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  return randomUUID().slice(0, 8);
}
