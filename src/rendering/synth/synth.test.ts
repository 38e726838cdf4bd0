import { expect, test } from 'vitest';
import {
  addAt,
  createRandom,
  highPass,
  looped,
  lowPass,
  noise,
  normal,
  sampleRate,
  saw,
  silence,
  square,
  tone,
  wavOf,
} from './index.ts';

const powerOf = (sound: Float32Array) => sound.reduce((sum, value) => sum + value * value, 0) / sound.length;

test.each([
  [100, 'low', true],
  [100, 'high', false],
  [8000, 'low', false],
  [8000, 'high', true],
] as const)('of %d Hz, a filter at 1000 Hz for the %s lets through: %s', (hertz, kind, passes) => {
  const input = tone(0.5, hertz);
  const output = kind === 'low' ? lowPass(input, 1000) : highPass(input, 1000);
  const share = powerOf(output) / powerOf(input);
  if (passes) expect(share).toBeGreaterThan(0.9);
  else expect(share).toBeLessThan(0.05);
});

test.each([
  ['saw', saw(5), [1, 2, 3, 4, 5], 2],
  ['square', square(5), [1, 3, 5], 4],
] as const)('a %s is the sum of its harmonics', (_, wave, overtones, strength) => {
  for (const turn of [0, 0.1, 0.25, 0.37, 0.5, 0.93]) {
    const sum = overtones.reduce((total, n) => total + Math.sin(2 * Math.PI * n * turn) / n, 0);
    expect(wave(turn)).toBeCloseTo((strength / Math.PI) * sum, 9);
  }
});

test('a tone with a changing pitch has no jumps', () => {
  const glide = tone(0.1, (t) => 200 + 4000 * t);
  for (let i = 1; i < glide.length; i++) {
    expect(Math.abs(glide[i]! - glide[i - 1]!)).toBeLessThan((2 * Math.PI * 620) / sampleRate);
  }
});

test('a loop has no jump between its end and its start', () => {
  const ramp = Float32Array.from({ length: sampleRate + 480 }, (_, i) => i);
  const loop = looped(ramp, 1);
  expect(loop.length).toBe(sampleRate);
  // The first sample goes on from the last one: the next step of the same ramp.
  expect(loop[0]! - loop.at(-1)!).toBeCloseTo(1, 0);
});

test('random numbers depend on the seed only and are evenly distributed', () => {
  const [a, b] = [createRandom(5), createRandom(5)];
  const numbers = Array.from({ length: 20_000 }, () => a());
  expect(numbers.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => b()));
  const mean = numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
  expect(mean).toBeCloseTo(0.5, 1);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
});

test('normal numbers have mean 0 and standard deviation 1', () => {
  const random = createRandom(7);
  const numbers = Array.from({ length: 20_000 }, () => normal(random));
  const mean = numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
  const variance = numbers.reduce((sum, n) => sum + (n - mean) ** 2, 0) / numbers.length;
  expect(mean).toBeCloseTo(0, 1);
  expect(variance).toBeCloseTo(1, 1);
});

test('sounds that begin before the start or extend past the end are cut off', () => {
  const target = silence(0.01);
  addAt(target, Float32Array.of(1, 2, 3), 0.01 - 1 / sampleRate);
  addAt(target, Float32Array.of(4, 5, 6), -2 / sampleRate);
  expect(target.at(-1)).toBe(1);
  expect(target[0]).toBe(6);
  expect(target.slice(1, -1).every((value) => value === 0)).toBe(true);
});

test('a WAV file has the right header and interleaved channels', () => {
  const file = Buffer.from(wavOf(Float32Array.of(1, -1, 2), Float32Array.of(0, 0.5, -2)));
  expect(file.toString('latin1', 0, 4)).toBe('RIFF');
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.readUInt16LE(22)).toBe(2);
  expect(file.readUInt32LE(24)).toBe(48_000);
  const samples = [0, 1, 2, 3, 4, 5].map((i) => file.readInt16LE(44 + i * 2));
  expect(samples).toEqual([32767, 0, -32767, 16384, 32767, -32767]);
});

test('noise fills the given length exactly', () => {
  const sound = noise(0.1, 3);
  expect(sound.length).toBe(4800);
  expect(powerOf(sound)).toBeCloseTo(1 / 3, 1);
});
