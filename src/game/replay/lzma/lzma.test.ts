import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLzma } from './decoder.ts';
import { encodeLzma } from './encoder.ts';

const cap = 1024 * 1024;
const ascii = (text: string) => new TextEncoder().encode(text);

// Made with `xz --format=lzma` 5.4, which writes streams of unknown size that end in a marker.
const markedHello = Uint8Array.from(Buffer.from('XQAAgAD//////////wA0GUnujelWCsG2ILf//7o0AAA=', 'base64'));

test('what the encoder packs, the decoder unpacks', () => {
  const digits = fc.constantFrom(...'0123456789|,.-').map((c) => c.charCodeAt(0));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(digits, { maxLength: 3000 }).map((codes) => Uint8Array.from(codes)),
    // Long runs and repeats exercise long matches and every way of writing a distance.
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
      expect(Buffer.compare(decodeLzma(encodeLzma(original), cap), original)).toBe(0);
    }),
    { numRuns: 150 },
  );
});

test('distances beyond 64 KiB are packed and unpacked', () => {
  const piece = Uint8Array.from({ length: 4000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255);
  const noise = Uint8Array.from({ length: 200_000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
  const original = Uint8Array.from([...piece, ...noise, ...piece]);
  const packed = encodeLzma(original);
  expect(Buffer.compare(decodeLzma(packed, cap), original)).toBe(0);
});

test('a stream closed by an end marker needs no size', () => {
  expect(Buffer.from(decodeLzma(markedHello, cap)).toString()).toBe('hello hello hello hello\n');
});

test('other properties than those of the clients are understood', () => {
  // xz --format=lzma --lzma1=lc=0,lp=4,pb=4
  const stream = Uint8Array.from(Buffer.from('2AAAgAD//////////wAYjYuDE+DI+DAWQf/////gAAAA', 'base64'));
  expect(Buffer.from(decodeLzma(stream, cap)).toString()).toBe('16|1|2|0,');
});

test('a stream that says its size may still close with an end marker, when it is in its place', () => {
  const sized = markedHello.slice();
  sized.set([24, 0, 0, 0, 0, 0, 0, 0], 5);
  expect(Buffer.from(decodeLzma(sized, cap)).toString()).toBe('hello hello hello hello\n');
  sized[5] = 25;
  expect(() => decodeLzma(sized, cap)).toThrow('it ends after 24 of 25 bytes');
  sized[5] = 23;
  expect(() => decodeLzma(sized, cap)).toThrow('it is longer than the 23 bytes it claims');
});

test('the cap holds to the byte, for sizes that are declared and for those that are not', () => {
  const packed = encodeLzma(ascii('x'.repeat(1000)));
  expect(decodeLzma(packed, 1000)).toHaveLength(1000);
  expect(() => decodeLzma(packed, 999)).toThrow('more than 999 bytes');
  expect(decodeLzma(markedHello, 24)).toHaveLength(24);
  expect(() => decodeLzma(markedHello, 23)).toThrow('more than 23 bytes');
});

test('a stream cut anywhere is refused', () => {
  for (const stream of [encodeLzma(ascii('16|256|192|0,17|257.5|191|5,'.repeat(5))), markedHello]) {
    for (let length = 0; length < stream.length; length++) {
      expect(() => decodeLzma(stream.subarray(0, length), cap), `${length} bytes`).toThrow(
        expect.objectContaining({ code: 'replay/unreadable' }),
      );
    }
  }
});

test('bytes after the end are refused', () => {
  const packed = encodeLzma(ascii('frames'));
  expect(() => decodeLzma(Uint8Array.from([...packed, 0]), cap)).toThrow('1 bytes follow its end');
});

test('a stream whose first byte is not 0 is refused', () => {
  const packed = encodeLzma(ascii('frames'));
  packed[13] = 1;
  expect(() => decodeLzma(packed, cap)).toThrow('its first byte is not 0');
});

test('a copy from before the beginning is refused', () => {
  // The first symbol of an all-ones stream is a match; nothing has been written that it could copy.
  const stream = Uint8Array.from([0x5d, 0, 0, 1, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, ...Array<number>(40).fill(0xfe)]);
  expect(() => decodeLzma(stream, cap)).toThrow('is copied from before its beginning');
});

test('whatever the bytes are, the decoder ends with text within its cap or with a refusal', () => {
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
