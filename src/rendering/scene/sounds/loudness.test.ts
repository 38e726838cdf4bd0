import { describe, expect, test } from 'vitest';
import { createLoudnessMeter } from './loudness.ts';
import { mixGain } from './mix-level.ts';

/** A tone, as stereo samples; the level of each side is in dB of full scale. */
function tone(
  seconds: number,
  {
    hz = 997,
    left = -23,
    right = left,
    rate = 48_000,
  }: { hz?: number; left?: number; right?: number; rate?: number } = {},
): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rate) * 2);
  for (let frame = 0; frame < samples.length / 2; frame++) {
    const wave = Math.sin((2 * Math.PI * hz * frame) / rate);
    samples[2 * frame] = wave * 10 ** (left / 20);
    samples[2 * frame + 1] = wave * 10 ** (right / 20);
  }
  return samples;
}

function measure(parts: readonly Float32Array[], { rate = 48_000, blockFrames = Number.POSITIVE_INFINITY } = {}) {
  const meter = createLoudnessMeter(rate);
  for (const part of parts)
    for (let at = 0; at < part.length; at += blockFrames * 2) meter.add(part.subarray(at, at + blockFrames * 2));
  return meter.integrated();
}

// The signals of EBU Tech 3341 and what a meter must show for them, within 0.1 LU.
describe('the loudness of', () => {
  const silence = Number.NEGATIVE_INFINITY;
  test.each<[string, readonly Float32Array[], number]>([
    ['a tone on both sides is its level', [tone(20)], -23],
    ['a tone on one side is 3 dB less', [tone(20, { left: 0, right: silence })], -3.01],
    ['a part that is much quieter does not count', [tone(10, { left: -36 }), tone(60), tone(10, { left: -36 })], -23],
    [
      'silence and noise do not count',
      [tone(10, { left: -72 }), tone(10, { left: -36 }), tone(60), tone(10, { left: -36 }), tone(10, { left: -72 })],
      -23,
    ],
    [
      'parts of similar levels is their mean',
      [tone(20, { left: -26 }), tone(20.1, { left: -20 }), tone(20, { left: -26 })],
      -23,
    ],
    ['a low tone is less', [tone(20, { hz: 60 })], -26.6],
    ['a high tone is more', [tone(20, { hz: 8000 })], -19.7],
  ])('%s', (_, parts, expected) => {
    expect(Math.abs(measure(parts)! - expected)).toBeLessThan(0.1);
  });

  test.each([16_000, 44_100, 96_000])('a tone is the same at %d samples per second', (rate) => {
    expect(Math.abs(measure([tone(10, { rate })], { rate })! + 23)).toBeLessThan(0.1);
  });

  test('a sound does not depend on the size of the blocks', () => {
    const parts = [tone(1), tone(1, { left: -10 })];
    expect(measure(parts, { blockFrames: 311 })).toBeCloseTo(measure(parts)!, 9);
  });

  test.each([
    ['nothing', []],
    ['silence', [new Float32Array(96_000)]],
    ['a sound of less than 0.4 s', [tone(0.39)]],
  ])('%s is unknown', (_, parts) => {
    expect(measure(parts)).toBeNull();
  });
});

test.each([
  ['a loud mix is turned down', -8, -6],
  ['a mix of the target loudness stays as it is', -14, 0],
  ['a quiet mix is turned up', -20, 6],
  ['a very quiet mix is turned up by 9 dB', -50, 9],
  ['a silent mix stays as it is', null, 0],
])('%s', (_, loudness, decibels) => {
  expect(20 * Math.log10(mixGain(loudness))).toBeCloseTo(decibels);
});
