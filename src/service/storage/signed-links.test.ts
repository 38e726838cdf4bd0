import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LinkGrant, linkTo, signLink, verifyLink } from './signed-links.ts';

const signingKey = Buffer.alloc(32, 7);
const expires = 1_800_000_000;
const atSecond = (second: number) => ({ signingKey, now: new Date(second * 1000) });
const grant: LinkGrant = { key: 'videos/a b.mp4', expires };

describe('a signature', () => {
  test('is valid until its expiry second has passed', () => {
    const signature = signLink(grant, signingKey);
    expect(verifyLink(grant, signature, atSecond(0))).toBe('good');
    expect(verifyLink(grant, signature, atSecond(expires))).toBe('good');
    expect(verifyLink(grant, signature, atSecond(expires + 0.999))).toBe('good');
    expect(verifyLink(grant, signature, atSecond(expires + 1))).toBe('expired');
  });

  test.each<[string, LinkGrant]>([
    ['another key', { ...grant, key: 'videos/a c.mp4' }],
    ['a later end', { ...grant, expires: expires + 1 }],
    ['another name', { ...grant, downloadAs: 'x' }],
    ['an empty name', { ...grant, downloadAs: '' }],
  ])('is invalid for %s', (_, other) => {
    expect(verifyLink(other, signLink(grant, signingKey), atSecond(0))).toBe('forged');
  });

  test.each(['', 'x', 'é'.repeat(43), signLink(grant, Buffer.alloc(32, 8)), `${signLink(grant, signingKey)}=`])(
    '%j is forged, even when the link has expired',
    (signature) => {
      expect(verifyLink(grant, signature, atSecond(expires + 1))).toBe('forged');
    },
  );

  test('is different for different grants', () => {
    const anyGrant = fc.record<LinkGrant>({
      key: fc.string(),
      expires: fc.nat(),
      downloadAs: fc.option(fc.string(), { nil: undefined }),
    });
    fc.assert(
      fc.property(anyGrant, anyGrant, (a, b) => {
        const same = a.key === b.key && a.expires === b.expires && a.downloadAs === b.downloadAs;
        expect(signLink(a, signingKey) === signLink(b, signingKey)).toBe(same);
      }),
    );
  });
});

test('a link contains the whole grant', () => {
  const url = new URL(linkTo({ ...grant, downloadAs: 'My play.mp4' }, signingKey), 'http://x');
  expect(url.pathname).toBe('/storage/videos/a%20b.mp4');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    expires: String(expires),
    as: 'My play.mp4',
    signature: signLink({ ...grant, downloadAs: 'My play.mp4' }, signingKey),
  });
});
