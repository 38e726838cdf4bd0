import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LinkGrant, linkTo, readLink } from './signed-links.ts';

const signingKey = Buffer.alloc(32, 7);
const expires = 1_800_000_000;
const grant: LinkGrant = { key: 'videos/a b.mp4', expires, fileName: "it's + ~1.mp4", isDownload: true };
const link = linkTo(grant, signingKey);
const read = (text: string, second = 0) => readLink(text, { signingKey, now: new Date(second * 1000) });
const invalid = expect.objectContaining({ code: 'storage/link-invalid' });

describe('a link', () => {
  test('contains the whole grant', () => {
    expect(link).toMatch(
      /^\/storage\/videos\/a%20b\.mp4\?expires=1800000000&as=it%27s%20%2B%20~1\.mp4&download&signature=[\w-]{43}$/,
    );
    expect(read(link)).toEqual(grant);
  });

  test('is valid until its expiry second has passed', () => {
    expect(read(link, expires)).toEqual(grant);
    expect(read(link, expires + 0.999)).toEqual(grant);
    expect(() => read(link, expires + 1)).toThrow(expect.objectContaining({ code: 'storage/link-expired' }));
  });

  test.each([
    ['another key', link.replace('a%20b', 'a%20c')],
    ['a later end', link.replace('1800000000', '1800000001')],
    ['another name', link.replace('~1', '~2')],
    ['an empty name', link.replace(/as=[^&]*/, 'as=')],
    ['no name', link.replace(/&as=[^&]*/, '')],
    ['no download', link.replace('&download', '')],
    ['no signature', link.replace(/&signature.*/, '')],
    ['an empty signature', link.replace(/signature.*/, 'signature=')],
    ['the signature of another key', linkTo(grant, Buffer.alloc(32, 8))],
    ['a longer signature', `${link}=`],
    ['a signature of other characters', link.replace(/signature.*/, `signature=${'é'.repeat(43)}`)],
  ])('with %s is invalid, even when it has expired', (_, other) => {
    expect(other).not.toBe(link);
    expect(() => read(other, expires + 1)).toThrow(invalid);
  });

  const signature = /[^=]*$/.exec(link)?.[0] ?? '';
  test.each([
    ['a leading zero', link.replace('expires=', 'expires=0')],
    ['a plus sign before the number', link.replace('expires=', 'expires=%2B')],
    ['a space before the number', link.replace('expires=', 'expires=%20')],
    ['an exponent', link.replace('1800000000', '18e8')],
    ['an escaped digit', link.replace('1800000000', '%31800000000')],
    ['an escaped letter in the key', link.replace('videos', '%76ideos')],
    ['an escaped slash', link.replace('videos/', 'videos%2F')],
    ['a doubled slash', link.replace('videos/', 'videos//')],
    ['an empty path segment', link.replace('videos/', './videos/')],
    ['lower-case escapes', link.replace('%2B', '%2b')],
    ['a space as a plus sign', link.replace('%20%2B', '+%2B')],
    ['a plus sign as it is', link.replace('%2B', '+')],
    ['an escaped tilde', link.replace('~', '%7E')],
    ['an apostrophe as it is', link.replace('%27', "'")],
    ['another order', link.replace(/(expires=\d+)&(as=[^&]*)/, '$2&$1')],
    ['the signature first', `/storage/videos/a%20b.mp4?signature=${signature}&expires=1800000000`],
    ['a parameter twice', link.replace('&as', '&expires=1800000000&as')],
    ['the signature twice', `${link}&signature=${signature}`],
    ['a value for the download', link.replace('&download', '&download=')],
    ['a further parameter', `${link}&x=1`],
    ['a further parameter before the signature', link.replace('&signature', '&x&signature')],
    ['an empty parameter', link.replace('&as', '&&as')],
    ['a fragment', `${link}#x`],
    ['another case of a name', link.replace('&signature', '&Signature')],
    ['another case of the signature', link.replace(signature, signature.toUpperCase())],
    ['the other base64 alphabet', link.replace(signature, `${signature.slice(0, -1)}+`)],
    [
      'an escaped character in the signature',
      link.replace(signature, `%${signature.charCodeAt(0).toString(16)}${signature.slice(1)}`),
    ],
  ])('has one spelling: with %s it is invalid', (_, other) => {
    expect(other).not.toBe(link);
    expect(() => read(other)).toThrow(invalid);
  });

  test('has no second ending that decodes to the same signature', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const valid = [...alphabet].filter((last) => {
      try {
        return read(link.slice(0, -1) + last);
      } catch {
        return false;
      }
    });
    expect(valid).toEqual([link.at(-1)]);
  });

  test('is unchanged by a URL parser, and read back as it was granted', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[/?\\]|^\.{1,2}$/.test(text));
    const anyGrant = fc.record({
      key: part.map((name) => `skins/${name}`),
      expires: fc.nat(),
      fileName: part,
      isDownload: fc.boolean(),
    });
    fc.assert(
      fc.property(anyGrant, (granted) => {
        const text = linkTo(granted, signingKey);
        const { pathname, search } = new URL(text, 'https://replays.example');
        expect(pathname + search).toBe(text);
        expect(readLink(text, { signingKey, now: new Date(0) })).toEqual(granted);
      }),
    );
  });
});
