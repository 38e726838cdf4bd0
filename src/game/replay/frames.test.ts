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

test('times are the running sum of the deltas, including negative ones', () => {
  expect(rows('0|256|-500|0,100|256|-500|0,-60|10.5|20|5,16|11|21|0,')).toEqual([
    [0, 256, -500, 0],
    [100, 256, -500, 0],
    [40, 10.5, 20, 5],
    [56, 11, 21, 0],
  ]);
});

test('the last entry needs no comma, and empty text has no frames', () => {
  expect(rows('1|2|3|4')).toEqual([[1, 2, 3, 4]]);
  expect(rows('')).toEqual([]);
});

test.each(['-12345|0|0|777,1|2|3|4,5|6|7|8,', '1|2|3|4,-12345|0|0|777,5|6|7|8,', '1|2|3|4,5|6|7|8,-12345|0|0|777'])(
  'the seed entry is not a frame and does not change the time: %s',
  (text) => {
    expect(parse(text).seed).toBe(777);
    expect(rows(text)).toEqual([
      [1, 2, 3, 4],
      [6, 6, 7, 8],
    ]);
  },
);

test('the seed is null without a seed entry', () => {
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
])('a delta of %s is rounded half to even: %d', (delta, expected) => {
  expect(rows(`${delta}|0|0|0,`)[0]![0]! + 0).toBe(expected);
});

test.each(['3.0517578E-05', '1.676381e-08', '-1E+2', '12345678.123456789', '.5', '5.', '-0', '0.10000000149011612'])(
  'the coordinate %s is parsed to the nearest 32-bit float',
  (text) => {
    expect(rows(`0|${text}|1|0,`)[0]![1]).toBe(Math.fround(Number(text)));
  },
);

test('any decimal of up to 15 digits is parsed to the nearest 32-bit float', () => {
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
  ['a number beyond the range of doubles', '0|1e999|0|0,'],
  ['hexadecimal', '0|0x10|0|0,'],
  ['a plus sign', '0|+5|0|0,'],
  ['a space', '0| 5|0|0,'],
  ['a missing number', '0||0|0,'],
  ['a single minus sign', '0|-|0|0,'],
  ['three fields', '1|2|3,'],
  ['five fields', '1|2|3|4|5,'],
  ['an empty entry', '1|2|3|4,,1|2|3|4,'],
  ['a truncated entry', '1|2|3|4,1|2'],
  ['a control character', '1|2|3|\u0000,'],
  ['negative keys', '1|2|3|-1,'],
  ['fractional keys', '1|2|3|0.5,'],
  ['keys of 2³¹', '1|2|3|2147483648,'],
  ['a coordinate beyond 2²⁴', '1|16777217|0|0,'],
  ['a coordinate beyond −2²⁴', '1|0|-16777220|0,'],
  ['a time beyond 2³¹', '2147483648|0|0|0,1|0|0|0,'],
])('refuses %s', (_, text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'replay/unreadable' }));
});

test('accepts values at the limits', () => {
  expect(rows('2147483648|16777216|-16777216|2147483647,')).toEqual([[2147483648, 16777216, -16777216, 31]]);
});

test('drops key bits that osu!standard does not use', () => {
  expect(rows('0|0|0|53,')[0]![3]).toBe(21);
});

test('reads a million frames and refuses one more before it allocates memory', () => {
  const entry = '1|2|3|4,';
  expect(parse(entry.repeat(1_000_000)).frames.count).toBe(1_000_000);
  expect(() => parse(entry.repeat(1_000_001))).toThrow('1000001 frames; the limit is 1000000');
});
