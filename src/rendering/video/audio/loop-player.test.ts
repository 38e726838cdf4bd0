import { describe, expect, test } from 'vitest';
import { createLoopPlayer, type FramedStep } from './loop-player.ts';

/** A ramp of a thousand frames: the value of a frame gives its position in the sound. */
const ramp = new Float32Array(2_000).map((_, index) => (index >> 1) / 1_000);
const flat = new Float32Array(2_000).fill(1);
const step = (changes: Partial<FramedStep> = {}): FramedStep => ({
  frame: 0,
  volume: 1,
  balance: 0,
  speed: 1,
  ...changes,
});

function left(voice: ReturnType<typeof createLoopPlayer>, frames: number, block = frames, from = 0): number[] {
  const heard: number[] = [];
  for (let at = from; at < from + frames; at += block) {
    const out = new Float32Array(block * 2);
    voice.mixInto(out, at);
    for (let index = 0; index < block; index++) heard.push(out[2 * index]!);
  }
  return heard;
}

test('a loop plays from its first frame to its last, and fades in and out within four milliseconds', () => {
  const heard = left(createLoopPlayer(flat, { start: 100, end: 2_100, steps: [step()] }), 3_000);
  expect(heard.slice(0, 100).every((sample) => sample === 0)).toBe(true);
  expect(heard[100]).toBeGreaterThan(0);
  expect(heard[100 + 191]).toBe(1);
  expect(heard.slice(300, 1_900).every((sample) => sample === 1)).toBe(true);
  expect(heard[2_099]).toBeGreaterThan(0);
  expect(heard.slice(2_100).every((sample) => sample === 0)).toBe(true);
  for (let index = 1; index < heard.length; index++)
    expect(Math.abs(heard[index]! - heard[index - 1]!)).toBeLessThan(0.006);
});

test('a loop repeats without a gap', () => {
  const heard = left(createLoopPlayer(ramp, { start: 0, end: 10_000, steps: [step()] }), 5_000);
  for (const frame of [999, 1_000, 1_001, 2_500, 3_999, 4_000])
    expect(heard[frame]).toBeCloseTo((frame % 1_000) / 1_000);
});

test('a loop changes its speed at the frame of a step', () => {
  const steps = [step(), step({ frame: 500, speed: 2 })] as const;
  const heard = left(createLoopPlayer(ramp, { start: 0, end: 10_000, steps }), 700);
  expect(heard[499]).toBeCloseTo(0.499);
  expect(heard[500]).toBeCloseTo(0.5);
  expect(heard[501]).toBeCloseTo(0.502);
  expect(heard[600]).toBeCloseTo(0.7);
});

test('a loop moves smoothly to the volume of a step', () => {
  const steps = [step(), step({ frame: 500, volume: 0.25 })] as const;
  const heard = left(createLoopPlayer(flat, { start: 0, end: 10_000, steps }), 1_000);
  expect(heard[499]).toBe(1);
  expect(heard[800]).toBe(0.25);
  for (let index = 1; index < heard.length; index++)
    expect(Math.abs(heard[index]! - heard[index - 1]!)).toBeLessThan(0.006);
});

describe('a loop sounds the same', () => {
  const make = () =>
    createLoopPlayer(ramp, { start: 37, end: 4_000, steps: [step(), step({ frame: 900, speed: 1.3 })] });

  test.each([1, 7, 500])('in blocks of %d frames', (block) => {
    expect(left(make(), 3_500, block)).toEqual(left(make(), 3_500));
  });

  test('if the video begins in its middle', () => {
    expect(left(make(), 500, 500, 1_500)).toEqual(left(make(), 2_000).slice(1_500));
  });
});

test.each([
  ['of no length', new Float32Array(0)],
  ['of a single frame', Float32Array.of(0.5, 0.5)],
])('a sound %s is handled', (_, samples) => {
  const heard = left(createLoopPlayer(samples, { start: 0, end: 1_000, steps: [step({ speed: 2.3 })] }), 1_000);
  expect(heard[500]).toBe(samples[0] ?? 0);
});

test('a loop that ends as soon as it begins is at most a faint click', () => {
  expect(Math.max(...left(createLoopPlayer(flat, { start: 5, end: 6, steps: [step()] }), 20))).toBeLessThanOrEqual(1);
});
