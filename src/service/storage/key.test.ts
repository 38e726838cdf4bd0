import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentTypeOf, dispositionOf, isKey } from './key.ts';

describe('a key', () => {
  test.each([
    'videos/6f1c1f0e-6f6e-4a57-b1f1-5e3c7d7f0c11.mp4',
    'skins/A skin - 2.osk',
    'skins/日本語.osk',
    'a/b/c/d',
    'a/b..c',
    `skins/${'x'.repeat(240)}`,
  ])('may be %j', (key) => {
    expect(isKey(key)).toBe(true);
  });

  test.each([
    '',
    'x',
    '/',
    '/x/y',
    'x/',
    'x//y',
    './x',
    'x/.',
    'x/..',
    '../x',
    'x/../y',
    'x/.hidden',
    'x/y.',
    'x/y ',
    'x/y\0',
    'x/y\n',
    'x/y\u007f',
    'x\\y/z',
    'C:/x',
    'x/a*b',
    'x/a?b',
    'x/a"b',
    'x/<a>',
    'x/a|b',
    'x/a%2fb',
    '%2e%2e/x',
    'x/\ud800',
    `skins/${'x'.repeat(241)}`,
    `skins/${'é'.repeat(121)}`,
    `${'x/'.repeat(256)}y`,
  ])('may not be %j', (key) => {
    expect(isKey(key)).toBe(false);
  });

  test('never leads outside the storage folder', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '/', '..', '.', '\\', '%2e', ' ', '\0', ':')), (parts) => {
        const key = parts.join('');
        if (!isKey(key)) return;
        for (const { join } of [posix, win32]) expect(join('root', key).replaceAll('\\', '/')).toBe(`root/${key}`);
        expect(new URL(`./${key}`, 'http://host/root/').pathname.replaceAll('%20', ' ')).toBe(`/root/${key}`);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['videos/x.mp4', 'video/mp4', /^inline;/],
  ['thumbnails/x.jpg', 'image/jpeg', /^inline;/],
  ['logs/x.log', 'text/plain; charset=utf-8', /^inline;/],
  ['replays/x.osr', 'application/octet-stream', /^attachment;/],
  ['skins/x.osk', 'application/octet-stream', /^attachment;/],
  ['analytics/x.json', 'application/json', /^attachment;/],
  ['beatmaps/x.osz', 'application/octet-stream', /^attachment;/],
  ['videos.x/y.mp4', 'application/octet-stream', /^attachment;/],
])('%s is %s', (key, type, disposition) => {
  expect(contentTypeOf(key)).toBe(type);
  expect(dispositionOf(key)).toMatch(disposition);
});

test.each([
  ['plain.mp4', `attachment; filename="plain.mp4"; filename*=UTF-8''plain.mp4`],
  ['a "b" \\c/%d', `attachment; filename="a _b_ _c__d"; filename*=UTF-8''a%20%22b%22%20%5Cc%2F%25d`],
  ["it's (1)*", `attachment; filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A`],
  ['日本.mp4', `attachment; filename="__.mp4"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.mp4`],
  ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
])('the Content-Disposition header for %j is valid in every browser', (name, header) => {
  expect(dispositionOf('videos/x.mp4', { fileName: name, isDownload: true })).toBe(header);
});

test('no file name can inject into the header', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff)), (units) => {
      const name = String.fromCharCode(...units);
      expect(dispositionOf('videos/x.mp4', { fileName: name, isDownload: true })).toMatch(
        /^attachment; filename="[ !#-.0-[\]-~]*"; filename\*=UTF-8''[\w.~!%-]*$/,
      );
    }),
  );
});
