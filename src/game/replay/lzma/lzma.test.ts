import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLzma } from './decoder.ts';
import { encodeLzma } from './encoder.ts';

const maxBytes = 1024 * 1024;
const ascii = (text: string) => new TextEncoder().encode(text);

// Made with `xz --format=lzma` 5.4, which writes streams of unknown size that end with a marker.
const markedHello = Uint8Array.from(Buffer.from('XQAAgAD//////////wA0GUnujelWCsG2ILf//7o0AAA=', 'base64'));

test('the decoder restores what the encoder compressed', () => {
  const digits = fc.constantFrom(...'0123456789|,.-').map((c) => c.charCodeAt(0));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(digits, { maxLength: 3000 }).map((codes) => Uint8Array.from(codes)),
    // Long runs and repeats exercise long matches and every encoding of a distance.
    fc
      .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 400 })), {
        maxLength: 8,
      })
      .map((runs) =>
        Uint8Array.from(
          runs.flatMap(([piece, times]) =>
            Array(times)
              .fill([...piece])
              .flat(),
          ),
        ),
      ),
  );
  fc.assert(
    fc.property(bytes, (original) => {
      expect(Buffer.compare(decodeLzma(encodeLzma(original), maxBytes), original)).toBe(0);
    }),
    { numRuns: 150 },
  );
});

test('supports distances above 64 KiB', () => {
  const piece = Uint8Array.from({ length: 4000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255);
  const noise = Uint8Array.from({ length: 200_000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
  const original = Uint8Array.from([...piece, ...noise, ...piece]);
  const packed = encodeLzma(original);
  expect(Buffer.compare(decodeLzma(packed, maxBytes), original)).toBe(0);
});

test('a stream with an end marker needs no size', () => {
  expect(Buffer.from(decodeLzma(markedHello, maxBytes)).toString()).toBe('hello hello hello hello\n');
});

test('supports other properties than those of the clients', () => {
  // xz --format=lzma --lzma1=lc=0,lp=4,pb=4
  const stream = Uint8Array.from(Buffer.from('2AAAgAD//////////wAYjYuDE+DI+DAWQf/////gAAAA', 'base64'));
  expect(Buffer.from(decodeLzma(stream, maxBytes)).toString()).toBe('16|1|2|0,');
});

test('a stream with a declared size may end with an end marker at exactly that size', () => {
  const sized = markedHello.slice();
  sized.set([24, 0, 0, 0, 0, 0, 0, 0], 5);
  expect(Buffer.from(decodeLzma(sized, maxBytes)).toString()).toBe('hello hello hello hello\n');
  sized[5] = 25;
  expect(() => decodeLzma(sized, maxBytes)).toThrow('it ends after 24 of 25 declared bytes');
  sized[5] = 23;
  expect(() => decodeLzma(sized, maxBytes)).toThrow('it is longer than its declared 23 bytes');
});

test('enforces the size limit exactly, with and without a declared size', () => {
  const packed = encodeLzma(ascii('x'.repeat(1000)));
  expect(decodeLzma(packed, 1000)).toHaveLength(1000);
  expect(() => decodeLzma(packed, 999)).toThrow('more than 999 bytes');
  expect(decodeLzma(markedHello, 24)).toHaveLength(24);
  expect(() => decodeLzma(markedHello, 23)).toThrow('more than 23 bytes');
});

test('refuses a stream truncated anywhere', () => {
  for (const stream of [encodeLzma(ascii('16|256|192|0,17|257.5|191|5,'.repeat(5))), markedHello]) {
    for (let length = 0; length < stream.length; length++) {
      expect(() => decodeLzma(stream.subarray(0, length), maxBytes), `${length} bytes`).toThrow(
        expect.objectContaining({ code: 'replay/unreadable' }),
      );
    }
  }
});

test('refuses bytes after the end', () => {
  const packed = encodeLzma(ascii('frames'));
  expect(() => decodeLzma(Uint8Array.from([...packed, 0]), maxBytes)).toThrow('1 bytes follow its end');
});

test('refuses a stream whose first byte is not 0', () => {
  const packed = encodeLzma(ascii('frames'));
  packed[13] = 1;
  expect(() => decodeLzma(packed, maxBytes)).toThrow('its first byte is not 0');
});

test('refuses a match that starts before the beginning', () => {
  // The first symbol of this stream is a match, but there is no earlier output to copy.
  const stream = Uint8Array.from([0x5d, 0, 0, 1, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, ...Array<number>(40).fill(0xfe)]);
  expect(() => decodeLzma(stream, maxBytes)).toThrow('refers to data before the beginning');
});

test('damaged streams decode to at most the size limit or are refused', () => {
  const packed = encodeLzma(ascii('16|256|192|0,17|257.5|191|5,'.repeat(50)));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(packed.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }), (edits) => {
      const damaged = packed.slice();
      for (const [at, byte] of edits) damaged[at] = byte;
      try {
        expect(decodeLzma(damaged, 5000).length).toBeLessThanOrEqual(5000);
      } catch (error) {
        expect(error).toMatchObject({ code: 'replay/unreadable' });
      }
    }),
    { numRuns: 500 },
  );
});
