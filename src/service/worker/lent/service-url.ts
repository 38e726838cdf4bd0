import { isIPv4 } from 'node:net';

/**
 * The base address of a service that a worker is lent to, or what is wrong with it. The token and the replays of other people
 * travel there, so it must be HTTPS; on the same machine nothing can listen in.
 */
export function readLentServiceUrl(text: string): { url: string } | { problem: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return { problem: 'must be a URL such as https://replays.example' };
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return { problem: 'must have neither a password nor ? nor #' };
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { problem: 'must begin with https://: the token would be readable on the way' };
  }
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
}
