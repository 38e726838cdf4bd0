import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../../is-public-address.ts';

/** Decides whether a server may redirect us to this address. */
export type RedirectRule = (url: URL) => Promise<boolean>;

/** For servers that have no reason to redirect. */
export const noRedirects: RedirectRule = async () => false;

export interface RedirectRuleOptions {
  /** Each allows itself and its subdomains, at any port. */
  readonly domains: readonly string[];
  /** Hosts with their ports. The operator has named them, so they may be in a private network. */
  readonly hosts: readonly string[];
  readonly resolveHost?: ((hostname: string) => Promise<readonly string[]>) | undefined;
}

/**
 * Allows redirects to the listed hosts only. Otherwise, a mirror could make the service send requests to servers that only
 * the service can reach. For the same reason, the domain of a mirror must not lead into a private network.
 */
export function createRedirectRule(options: RedirectRuleOptions): RedirectRule {
  const { domains, hosts, resolveHost = addressesOf } = options;
  return async ({ protocol, host, hostname }) => {
    if (protocol !== 'http:' && protocol !== 'https:') return false;
    if (hosts.includes(host)) return true;
    if (!domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))) return false;
    const address = hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(address) === 0 ? await resolveHost(hostname) : [address];
    return addresses.every(isPublicAddress);
  };
}

/** Behind an egress proxy, only the proxy may be able to resolve the name; then there is no address to refuse. */
async function addressesOf(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
