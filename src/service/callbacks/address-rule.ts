import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../is-public-address.ts';

/** Decides to which servers callbacks may be sent: public ones, and those that the operator names. */
export interface AddressRule {
  /** Why no callback may be sent to this URL, as far as the URL alone tells; null: it may. */
  problemOf(url: URL): string | null;
  /**
   * Resolves the host for one connection, and refuses it unless all its addresses are public. The connection uses these
   * addresses: a name that resolves to another address a moment later changes nothing.
   */
  lookupFor(url: URL): LookupFunction;
}

export interface AddressRuleOptions {
  /** Hosts, with or without a port, that may be in a private network: CALLBACK_HOSTS. */
  readonly hosts: readonly string[];
  readonly resolve?: (hostname: string) => Promise<readonly { address: string; family: number }[]>;
  readonly isPublic?: (address: string) => boolean;
}

export function createAddressRule(options: AddressRuleOptions): AddressRule {
  const { hosts, resolve = (hostname) => lookup(hostname, { all: true }), isPublic = isPublicAddress } = options;
  const isNamed = ({ host, hostname }: URL) => hosts.includes(host) || hosts.includes(hostname);

  return {
    problemOf(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Must be a URL with http or https.';
      if (url.username !== '' || url.password !== '') return 'Must have no user name and no password.';
      if (isNamed(url)) return null;
      // A connection to a literal address looks up nothing.
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      return isIP(literal) === 0 || isPublic(literal) ? null : 'Must not be an address of a private network.';
    },
    lookupFor:
      (url) =>
      (hostname, { all }, callback) => {
        resolve(hostname).then(
          (found) => {
            const isAllowed = found.length > 0 && (isNamed(url) || found.every(({ address }) => isPublic(address)));
            if (!isAllowed) callback(new Error('The host has an address of a private network.'), '');
            else if (all) callback(null, [...found]);
            else callback(null, found[0]!.address, found[0]!.family);
          },
          () => callback(new Error('The host could not be found.'), ''),
        );
      },
  };
}
