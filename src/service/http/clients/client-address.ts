import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../../config.ts';

/** The identity under which the requests of a client are counted. */
export type IdentifyClient = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

export type ClientIdentityConfig = Pick<Config, 'trustedProxies' | 'clientIpHeader'>;

/**
 * A client is identified by the header that the proxy in front of the service sets, or else by the address of the peer. The
 * header counts only if it comes from a trusted proxy, or if no trusted proxies are configured. A header that is not an IP
 * address is ignored.
 */
export function createClientIdentifier({ trustedProxies, clientIpHeader }: ClientIdentityConfig): IdentifyClient {
  const trusted = new BlockList();
  for (const { address, prefix, family } of trustedProxies) trusted.addSubnet(address, prefix, family);

  function isListed(address: string): boolean {
    return trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }

  /** Each proxy appends the address of its peer, so only what the trusted proxies have appended counts. */
  function lastUntrusted(addresses: string): string | undefined {
    return addresses
      .split(',')
      .map((address) => address.trim())
      .findLast((address) => isIP(address) === 0 || !isListed(address));
  }

  return ({ headers, socket }) => {
    // A closed socket has no address, but its request must still be counted.
    const peer = socket.remoteAddress ?? '::';
    const sent = headers[clientIpHeader];
    const header = clientIpHeader === 'x-forwarded-for' && typeof sent === 'string' ? lastUntrusted(sent) : sent;
    const isTrusted = trustedProxies.length === 0 || isListed(peer);
    const client = typeof header === 'string' && isTrusted ? clientKey(header) : null;
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
