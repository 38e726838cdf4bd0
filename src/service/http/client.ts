import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Cidr } from '../../config.ts';

/** Under which identity a request is counted. */
export type ClientOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/**
 * The client is who the fronting proxy names in Edge-Connecting-IP, or else the peer itself. The header is believed
 * from the proxies listed only, or from anyone when none is; a value that is no address counts as absent.
 */
export function clientIdentity(trustedProxies: readonly Cidr[]): ClientOf {
  const trusted = new BlockList();
  for (const { address, prefix, family } of trustedProxies) trusted.addSubnet(address, prefix, family);

  function isTrusted(peer: string): boolean {
    if (trustedProxies.length === 0) return true;
    const address = unmapped(peer);
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6');
  }

  return ({ headers, socket }) => {
    // A socket that is gone has no address; its request is on its way out and must still be counted as someone's.
    const peer = socket.remoteAddress ?? '::';
    const named = headers['edge-connecting-ip'];
    const client = typeof named === 'string' && isTrusted(peer) ? countedAs(named) : null;
    return client ?? countedAs(peer) ?? peer;
  };
}

/**
 * One spelling for each client: IPv4 as it is, also when it comes mapped into IPv6; IPv6 by its /64, because that is
 * what one household or server is given. Null for what is no address.
 */
export function countedAs(text: string): string | null {
  const address = unmapped(text.trim());
  const version = isIP(address);
  if (version === 4) return address;
  if (version === 0) return null;
  const groups = groupsOf(address.split('%', 1)[0] ?? '');
  const mapped = ipv4Of(groups);
  if (mapped !== null) return mapped;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The IPv4 address in `::ffff:1.2.3.4`, every other text as it is. */
function unmapped(text: string): string {
  const found = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text);
  return found?.[1] ?? text;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const front = partsOf(head);
  if (tail === undefined) return front;
  const back = partsOf(tail);
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function partsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function ipv4Of(groups: readonly number[]): string | null {
  const [a, b, c, d, e, marker, high = 0, low = 0] = groups;
  if (a !== 0 || b !== 0 || c !== 0 || d !== 0 || e !== 0 || marker !== 0xffff) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
