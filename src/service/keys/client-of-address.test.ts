import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientOfAddress } from './client-of-address.ts';

describe('the identity of a client without a key', () => {
  test('is the IPv4 address, mapped into IPv6 or not', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(clientOfAddress(address)).toBe(address);
        expect(clientOfAddress(`::ffff:${address}`)).toBe(address);
      }),
    );
  });

  test('is the /64 network of an IPv6 address', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
    const half = fc.array(group, { minLength: 4, maxLength: 4 }).filter(([first]) => first !== '0');
    fc.assert(
      fc.property(half, half, (network, host) => {
        expect(clientOfAddress([...network, ...host].join(':'))).toBe(`${network.join(':')}::/64`);
      }),
    );
  });

  test('is the same for every spelling of an address, and null for other texts', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(clientOfAddress(address.toUpperCase())).toBe(clientOfAddress(address));
        expect(clientOfAddress(address)).toMatch(/^([0-9a-f]{1,4}:){3}[0-9a-f]{1,4}::\/64$|^\d+\.\d+\.\d+\.\d+$/);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!/^[\s\d.:a-f%]*$/i.test(text)) expect(clientOfAddress(text)).toBeNull();
      }),
    );
  });
});
