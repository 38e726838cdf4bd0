import { expect, test } from 'vitest';
import { mapBytes } from '../../../test/support/beatmaps/map-text.ts';
import { beatLengthAt, isKiaiAt, parseBeatmap, samplePointAt, timingOf, visibleBreaks } from './index.ts';
import { hasTicksAt, inverseSliderVelocityAt, timingPointAt } from './timing.ts';

const timing = (...lines: string[]) => timingOf(parseBeatmap(mapBytes({ timing: lines })).beatmap);
const points = timing(
  '100,500,4,1,0,60,1,0',
  '200,-50,4,2,0,70,0,1',
  '300,-200,4,3,0,80,0,0',
  '300,250,4,1,0,90,1,0',
  '400,300,4,1,0,95,1,1',
  '500,NaN,4,1,0,99,0,0',
);

test.each([
  [0, 500, 1, 60],
  [100, 500, 1, 60],
  [199.5, 500, 1, 60],
  [200, 500, 0.5, 70],
  [300, 250, 2, 80],
  [400, 300, 1, 95],
  [500, 300, 1, 99],
  [9999, 300, 1, 99],
])(
  'at %d, the beat is %d, sliders take %d times as long, and the volume is %d [TP1] [TP2]',
  (t, beat, inverseVelocity, volume) => {
    expect(beatLengthAt(points, t)).toBe(beat);
    expect(inverseSliderVelocityAt(points, t)).toBe(inverseVelocity);
    expect(timingPointAt(points, t)?.volume).toBe(volume);
  },
);

test.each([
  ['-9', 0.1],
  ['-10', 0.1],
  ['-1000', 10],
  ['-1001', 10],
  ['50', 1],
  ['-66.6', Math.fround(66.6) / 100],
])('an inherited beat length of %s makes sliders %d times as long [TP2]', (beatLength, inverseVelocity) => {
  expect(inverseSliderVelocityAt(timing(`0,${beatLength},4,1,0,100,0`), 0)).toBe(inverseVelocity);
});

test('a beat length of NaN removes ticks and changes nothing else [TP3]', () => {
  expect([499, 500].map((t) => hasTicksAt(points, t))).toEqual([true, false]);
  expect(inverseSliderVelocityAt(points, 500)).toBe(1);
});

test('a map without timing points has 60 beats per minute [TP4]', () => {
  const none = timing();
  expect([beatLengthAt(none, 0), inverseSliderVelocityAt(none, 0), timingPointAt(none, 0)]).toEqual([1000, 1, null]);
});

test('a sound uses a timing point up to 5 ms later [TP5]', () => {
  expect([194, 195, 200].map((t) => samplePointAt(points, t)?.volume)).toEqual([60, 70, 70]);
});

test('kiai applies from one point to the next, and never before the first', () => {
  expect([0, 199, 200, 300, 400].map((t) => isKiaiAt(points, t))).toEqual([false, false, true, false, true]);
  expect(isKiaiAt(timing('100,500,4,1,0,60,1,1'), 50)).toBe(false);
});

test('a break of 650 ms is shown, a shorter one is not [TP6]', () => {
  const { beatmap } = parseBeatmap(mapBytes({ events: ['2,0,649', '2,1000,1650'] }));
  expect(visibleBreaks(beatmap)).toEqual([{ start: 1000, end: 1650 }]);
});
