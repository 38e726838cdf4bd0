import { expect, test } from 'vitest';
import { blur } from './blur.ts';

const picture = (width: number, height: number, shade: (x: number, y: number) => number) => {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rgba.set([shade(x, y), shade(x, y), 7, 255], (y * width + x) * 4);
  return { width, height, rgba };
};
const red = ({ rgba, width }: ReturnType<typeof blur>, x: number, y: number) => rgba[(y * width + x) * 4]!;

test('a picture of one colour does not change, up to its edges', () => {
  const plain = picture(40, 30, () => 99);
  expect(Array.from(blur(plain, 12).rgba)).toEqual(Array.from(plain.rgba));
});

test('without a radius the picture is returned unchanged', () => {
  const plain = picture(4, 4, (x) => x);
  expect(blur(plain, 0)).toBe(plain);
  expect(blur(plain, 0.9)).toBe(plain);
});

test('a step becomes a symmetric slope of the requested width', () => {
  const soft = blur(
    picture(120, 8, (x) => (x < 60 ? 0 : 200)),
    20,
  );
  const row = Array.from({ length: 120 }, (_, x) => red(soft, x, 4));
  expect(row).toEqual([...row].sort((a, b) => a - b));
  expect(row[20]).toBe(0);
  expect(row[99]).toBe(200);
  expect(row[50]).toBeGreaterThan(5);
  expect(Math.abs(row[59]! + row[60]! - 200)).toBeLessThanOrEqual(2);
});

test('a dot spreads equally in both directions', () => {
  const soft = blur(
    picture(41, 41, (x, y) => (x === 20 && y === 20 ? 255 : 0)),
    4,
  );
  for (const away of [1, 2, 3, 6])
    expect(Math.abs(red(soft, 20 + away, 20) - red(soft, 20, 20 + away))).toBeLessThanOrEqual(1);
  expect(red(soft, 20, 20)).toBeGreaterThan(red(soft, 22, 20));
});
