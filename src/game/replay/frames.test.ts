import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFrames } from './frames.ts';

const parse = (text: string) => parseFrames(new TextEncoder().encode(text));

function rows(text: string): number[][] {
  const { frames } = parse(text);
  return Array.from({ length: frames.count }, (_, i) => [
    frames.times[i]!,
    frames.xs[i]!,
    frames.ys[i]!,
    frames.keys[i]!,
  ]);
}

test('times are the running sum of the deltas, backwards steps included', () => {
  expect(rows('0|256|-500|0,100|256|-500|0,-60|10.5|20|5,16|11|21|0,')).toEqual([
    [0, 256, -500, 0],
    [100, 256, -500, 0],
    [40, 10.5, 20, 5],
    [56, 11, 21, 0],
  ]);
});

test('the last entry needs no comma, and no text is no frames', () => {
  expect(rows('1|2|3|4')).toEqual([[1, 2, 3, 4]]);
  expect(rows('')).toEqual([]);
});

test.each(['-12345|0|0|777,1|2|3|4,5|6|7|8,', '1|2|3|4,-12345|0|0|777,5|6|7|8,', '1|2|3|4,5|6|7|8,-12345|0|0|777'])(
  'the seed is no frame and moves no time, wherever it stands: %s',
  (text) => {
    expect(parse(text).seed).toBe(777);
    expect(rows(text)).toEqual([
      [1, 2, 3, 4],
      [6, 6, 7, 8],
    ]);
  },
);

test('a replay without a seed has none', () => {
  expect(parse('1|2|3|4,').seed).toBeNull();
});

test.each([
  ['16.5', 16],
  ['17.5', 18],
  ['16.50001', 17],
  ['-0.5', 0],
  ['-1.5', -2],
  ['-2.5', -2],
  ['16.4999', 16],
])('a delta of %s is rounded to %d: half to even', (delta, expected) => {
  expect(rows(`${delta}|0|0|0,`)[0]![0]! + 0).toBe(expected);
});

test.each(['3.0517578E-05', '1.676381e-08', '-1E+2', '12345678.123456789', '.5', '5.', '-0', '0.10000000149011612'])(
  'the coordinate %s is read as the game reads it',
  (text) => {
    expect(rows(`0|${text}|1|0,`)[0]![1]).toBe(Math.fround(Number(text)));
  },
);

test('any decimal of up to 15 digits is the nearest float', () => {
  fc.assert(
    fc.property(fc.integer({ min: -16_000_000, max: 16_000_000 }), fc.nat(99_999_999), (whole, fraction) => {
      const text = `${whole}.${String(fraction).padStart(8, '0')}`;
      expect(rows(`0|${text}|0|0,`)[0]![1]).toBe(Math.fround(Number(text)));
    }),
  );
});

test.each([
  ['NaN', '0|NaN|0|0,'],
  ['Infinity', '0|Infinity|0|0,'],
  ['a number beyond all numbers', '0|1e999|0|0,'],
  ['hexadecimal', '0|0x10|0|0,'],
  ['a plus sign', '0|+5|0|0,'],
  ['a space', '0| 5|0|0,'],
  ['a missing number', '0||0|0,'],
  ['a lone minus', '0|-|0|0,'],
  ['three fields', '1|2|3,'],
  ['five fields', '1|2|3|4|5,'],
  ['an empty entry', '1|2|3|4,,1|2|3|4,'],
  ['a cut entry', '1|2|3|4,1|2'],
  ['bytes that are no text', '1|2|3|\u0000,'],
  ['negative keys', '1|2|3|-1,'],
  ['half a key', '1|2|3|0.5,'],
  ['keys of 2³¹', '1|2|3|2147483648,'],
  ['a coordinate beyond 2²⁴', '1|16777217|0|0,'],
  ['a coordinate beyond −2²⁴', '1|0|-16777220|0,'],
  ['a time beyond 2³¹', '2147483648|0|0|0,1|0|0|0,'],
])('%s is refused as damage', (_, text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'replay/unreadable' }));
});

test('both sides of the limits', () => {
  expect(rows('2147483648|16777216|-16777216|2147483647,')).toEqual([[2147483648, 16777216, -16777216, 31]]);
});

test('keys that osu!standard does not know are left out', () => {
  expect(rows('0|0|0|53,')[0]![3]).toBe(21);
});

test('a million frames are read and one more is refused before any memory is taken', () => {
  const entry = '1|2|3|4,';
  expect(parse(entry.repeat(1_000_000)).frames.count).toBe(1_000_000);
  expect(() => parse(entry.repeat(1_000_001))).toThrow('1000001 frames; at most 1000000');
});
