import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const title = 'Title:残酷な天使 é';
const utf8 = [...new TextEncoder().encode(title)];
const utf16 = (littleEndian: boolean) =>
  [...title].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    return littleEndian ? [code & 255, code >> 8] : [code >> 8, code & 255];
  });

test.each([
  ['UTF-8', utf8],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, ...utf8]],
  ['UTF-16 LE', [0xff, 0xfe, ...utf16(true)]],
  ['UTF-16 BE', [0xfe, 0xff, ...utf16(false)]],
])('decodes %s without its byte order mark', (_, bytes) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(title);
});

test('decodes Japanese text in Shift-JIS', () => {
  expect(decodeText(Uint8Array.from([0x82, 0xa0, 0x83, 0x41, 0x41]))).toBe('あアA');
});

test('decodes other bytes as Latin-1', () => {
  expect(decodeText(Uint8Array.from([0x43, 0x61, 0x66, 0xe9]))).toBe('Café');
  expect(decodeText(Uint8Array.from([0xe9, 0x74, 0xe9]))).toBe('été');
});

test('replaces only the damaged character of UTF-8 text', () => {
  expect(decodeText(Uint8Array.from([...utf8, 0xff]))).toBe(`${title}\ufffd`);
});

test('decodes no bytes as empty text', () => {
  expect(decodeText(new Uint8Array())).toBe('');
});
