import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Cidr } from '../../../config.ts';
import { createClientIdentifier } from './client-address.ts';

function identify(peer: string | undefined, header: string | undefined, trusted: readonly Cidr[] = []): string {
  const headers = header === undefined ? {} : { 'edge-connecting-ip': header };
  return createClientIdentifier({ trustedProxies: trusted, clientIpHeader: 'edge-connecting-ip' })({
    headers,
    socket: { remoteAddress: peer } as Socket,
  });
}

describe('a client', () => {
  test.each([
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['192.0.2.1', '198.51.100.7', '198.51.100.7'],
    ['192.0.2.1', ' 198.51.100.7 ', '198.51.100.7'],
    ['192.0.2.1', '::FFFF:198.51.100.7', '198.51.100.7'],
    ['192.0.2.1', '::ffff:c633:6407', '198.51.100.7'],
    ['192.0.2.1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['192.0.2.1', '2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['192.0.2.1', '2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['192.0.2.1', '::1', '0:0:0:0::/64'],
    ['192.0.2.1', '64:ff9b::198.51.100.7', '64:ff9b:0:0::/64'],
    ['192.0.2.1', 'nonsense', '192.0.2.1'],
    ['192.0.2.1', '', '192.0.2.1'],
    ['192.0.2.1', '198.51.100.7, 198.51.100.8', '192.0.2.1'],
    ['192.0.2.1', '198.51.100.7:80', '192.0.2.1'],
    ['192.0.2.1', '198.51.100.07', '192.0.2.1'],
    ['fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
    [undefined, undefined, '0:0:0:0::/64'],
  ])('at %s with the header %j is identified as %s', (peer, header, client) => {
    expect(identify(peer, header)).toBe(client);
  });

  const trusted: Cidr[] = [
    { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
    { address: 'fd00::', prefix: 8, family: 'ipv6' },
  ];

  test.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['fd12::1', true],
    ['11.0.0.1', false],
    ['fe80::1', false],
  ])('behind the proxy %s may be named by the header: %s', (peer, isTrusted) => {
    expect(identify(peer, '198.51.100.7', trusted) === '198.51.100.7').toBe(isTrusted);
  });
});

describe('a client behind proxies that set X-Forwarded-For', () => {
  const trustedProxies: Cidr[] = [{ address: '10.0.0.0', prefix: 8, family: 'ipv4' }];
  function identifyForwarded(header: string, peer = '10.0.0.1'): string {
    const identify = createClientIdentifier({ trustedProxies, clientIpHeader: 'x-forwarded-for' });
    const headers = { 'x-forwarded-for': header, 'edge-connecting-ip': '203.0.113.9' };
    return identify({ headers, socket: { remoteAddress: peer } as Socket });
  }

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7, 10.0.0.9', '198.51.100.7'],
    ['192.0.2.99, 198.51.100.7,10.0.0.8, 10.0.0.9', '198.51.100.7'],
    ['192.0.2.99, unknown, 10.0.0.9', '10.0.0.1'],
    ['10.0.0.8, 10.0.0.9', '10.0.0.1'],
    ['', '10.0.0.1'],
  ])('with %j is identified as %s', (header, client) => {
    expect(identifyForwarded(header)).toBe(client);
  });

  test('cannot choose its address without such a proxy', () => {
    expect(identifyForwarded('198.51.100.7', '192.0.2.1')).toBe('192.0.2.1');
  });

  test('is the peer of the last proxy if no proxies are listed', () => {
    const identify = createClientIdentifier({ trustedProxies: [], clientIpHeader: 'x-forwarded-for' });
    const headers = { 'x-forwarded-for': '192.0.2.99, 198.51.100.7' };
    expect(identify({ headers, socket: { remoteAddress: '10.0.0.1' } as Socket })).toBe('198.51.100.7');
  });
});
