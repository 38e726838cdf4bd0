import ipaddr from 'ipaddr.js';

/** Not loopback, private, link-local, multicast, reserved, nor an IPv4 address inside of IPv6. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}
