import ipaddr from 'ipaddr.js';

/** All public IPv6 addresses. The library also counts unassigned ones as unicast, such as ::7f00:1, which stands for 127.0.0.1. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Not loopback, private, link-local, multicast, reserved, nor an IPv4 address inside of IPv6. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(publicIpv6));
}
