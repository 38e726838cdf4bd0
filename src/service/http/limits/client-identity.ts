import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Cidr } from '../../../config.ts';

/** The identity under which the requests of a client are counted. */
export type IdentifyClient = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/**
 * A client is identified by the header Edge-Connecting-IP of the proxy in front of the service, or else by the address of
 * the peer. The header counts only if it comes from a trusted proxy, or if no trusted proxies are configured. A header
 * that is not an IP address is ignored.
 */
export function createClientIdentifier(trustedProxies: readonly Cidr[]): IdentifyClient {
  const trusted = new BlockList();
  for (const { address, prefix, family } of trustedProxies) trusted.addSubnet(address, prefix, family);

  function isTrusted(peer: string): boolean {
    return trustedProxies.length === 0 || trusted.check(peer, isIP(peer) === 4 ? 'ipv4' : 'ipv6');
  }

  return ({ headers, socket }) => {
    // A closed socket has no address, but its request must still be counted.
    const peer = socket.remoteAddress ?? '::';
    const header = headers['edge-connecting-ip'];
    const client = typeof header === 'string' && isTrusted(peer) ? clientKey(header) : null;
    return client ?? clientKey(peer) ?? peer;
  };
}

/**
 * One key for each client: the address of IPv4, also if it is mapped into IPv6, and the /64 network of IPv6, because a
 * household or a server is assigned a whole one. Null for a text that is not an IP address.
 */
export function clientKey(text: string): string | null {
  const trimmed = text.trim();
  // ipaddr.js also accepts octal and hexadecimal numbers, which the proxy never sends.
  if (isIP(trimmed) === 0) return null;
  const address = ipaddr.process(trimmed);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
