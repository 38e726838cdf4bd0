import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The identity of a client without a key: the address of IPv4, even if it is mapped into IPv6, and the /64 network of IPv6, because a
 * household or a server is assigned a whole one. Null for a text that is not an IP address.
 */
export function clientOfAddress(text: string): string | null {
  const trimmed = text.trim();
  // ipaddr.js also accepts octal and hexadecimal numbers, which the proxy never sends.
  const family = isIP(trimmed);
  if (family === 0) return null;
  if (family === 4) return trimmed;
  const address = ipaddr.process(trimmed);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
