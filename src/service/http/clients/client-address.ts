import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import { clientOfAddress } from '../../keys/index.ts';

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
    const client = typeof header === 'string' && isTrusted ? clientOfAddress(header) : null;
    return client ?? clientOfAddress(peer) ?? peer;
  };
}
