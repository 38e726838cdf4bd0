import { describe, expect, test } from 'vitest';
import { type Sound, sampleRate } from '../../synth/index.ts';
import { hits } from './hits.ts';
import { sounds } from './index.ts';
import { loops } from './loops.ts';

const peakOf = (sound: Sound) => sound.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
const meanOf = (sound: Sound) => sound.reduce((sum, value) => sum + value, 0) / sound.length;
const powerOf = (sound: Sound) => sound.reduce((sum, value) => sum + value * value, 0) / sound.length;
const loudest = 10 ** (-3 / 20);

test('has every sound that a play can use', () => {
  const names = ['hitnormal', 'hitwhistle', 'hitfinish', 'hitclap', 'slidertick', 'sliderslide', 'sliderwhistle'];
  const wanted = [
    ...['normal', 'soft', 'drum'].flatMap((set) => names.map((name) => `${set}-${name}`)),
    ...[
      'spinnerspin',
      'spinnerbonus',
      'catch-banana',
      'combobreak',
      'sectionpass',
      'sectionfail',
      'failsound',
      'applause',
    ],
    ...['kick', 'clap', 'hat', 'finish'].map((name) => `nightcore-${name}`),
  ];
  expect(Object.keys(sounds).sort()).toEqual(wanted.sort());
});

describe.each(Object.entries(sounds))('%s', (_, make) => {
  const sound = make();

  test('is loud enough, has headroom and no DC offset', () => {
    expect(peakOf(sound)).toBeLessThanOrEqual(loudest);
    expect(peakOf(sound)).toBeGreaterThan(0.04);
    expect(Math.abs(meanOf(sound))).toBeLessThan(0.001);
  });

  test('is the same every time', () => {
    // As bytes: comparing a hundred thousand numbers one by one takes seconds.
    expect(Buffer.from(make().buffer).equals(Buffer.from(sound.buffer))).toBe(true);
  });
});

describe.each(Object.entries(hits))('%s', (_, make) => {
  const sound = make();

  test('has an immediate attack', () => {
    const soon = sound.subarray(0, sampleRate * 0.002);
    expect(peakOf(soon)).toBeGreaterThan(peakOf(sound) * 0.25);
  });

  test('decays and ends without a click', () => {
    const third = Math.floor(sound.length / 3);
    expect(powerOf(sound.subarray(-third))).toBeLessThan(powerOf(sound.subarray(0, third)) / 20);
    expect(peakOf(sound.subarray(-sampleRate * 0.001))).toBeLessThan(0.002);
  });
});

describe.each(Object.entries(loops))('%s', (_, make) => {
  const sound = make();

  test('loops without a seam', () => {
    // Across the seam samples differ by no more than they do within the loop, and so do their slopes.
    const around = [...sound.subarray(-200), ...sound.subarray(0, 200)];
    const steps = (values: readonly number[]) => values.slice(1).map((value, i) => value - values[i]!);
    const maxOf = (values: readonly number[]) => values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const inside = steps([...sound]);
    const seam = steps(around).slice(198, 201);
    expect(maxOf(seam)).toBeLessThanOrEqual(maxOf(inside));
    expect(maxOf(steps(steps(around)).slice(197, 201))).toBeLessThanOrEqual(maxOf(steps(inside)));
  });

  test('is as loud at its start as in its middle', () => {
    const length = sampleRate / 5;
    const start = powerOf(sound.subarray(0, length));
    const middle = powerOf(sound.subarray(2 * length, 3 * length));
    expect(start / middle).toBeGreaterThan(0.5);
    expect(start / middle).toBeLessThan(2);
  });
});
