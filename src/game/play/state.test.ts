import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moving, playOf, type Row, taps } from '../../../test/support/replays/build-play.ts';
import type { KeyPlay, SliderPlay, SpinnerPlay } from './play.ts';
import { printPlay } from './print-play.ts';
import { spinnerAt, stateAt } from './state.ts';

const circles = { general: ['StackLeniency: 0'], objects: [1000, 1500, 2000].map((time) => `100,100,${time},1,0`) };
const play = playOf(
  circles,
  taps(
    [
      [1000, 100, 100],
      [1560, 100, 100],
      [2000, 100, 100],
    ],
    2200,
  ),
);

test.each([
  [999, { combo: 0, score: 0, accuracy: 1, n300: 0, judged: 0 }],
  [1000, { combo: 1, score: 300, accuracy: 1, n300: 1, judged: 1 }],
  [1559, { combo: 1, n100: 0, judged: 1 }],
  [1560, { combo: 2, maxCombo: 2, n100: 1, judged: 2 }],
  [99_999, { combo: 3, n300: 2, n100: 1, judged: 3 }],
])('the state at %d includes all judgements up to then: %j', (t, expected) => {
  expect(stateAt(play, t)).toMatchObject(expected);
});

test('the last state equals the result, whichever times were read before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3000 })), (times) => {
      for (const t of times) expect(stateAt(play, t).score).toBeLessThanOrEqual(play.result.score);
      expect(stateAt(play, 3000)).toMatchObject({ score: play.result.score, maxCombo: play.result.maxCombo });
    }),
  );
});

test('the unstable rate is ten times the standard deviation of the hit errors', () => {
  // Errors of 0, 60 and 0.
  expect(play.result.unstableRate).toBeCloseTo(10 * Math.sqrt(800));
});

test('a judgement holds the hit error and aim offset of its press', () => {
  const aimed = playOf({ objects: ['100,100,1000,1,0'] }, taps([[990, 110, 95]], 1200));
  expect(aimed.judgements[0]).toMatchObject({ hitError: -10, aimOffset: { x: 10, y: -5 } });
});

test('keyboard and mouse are separate keys, count only outside of breaks, and are released at the end', () => {
  const rows: Row[] = [
    [100, 0, 0, 5],
    [200, 0, 0, 0],
    [1500, 0, 0, 5],
    [1600, 0, 0, 0],
    [3000, 0, 0, 2],
    [3100, 0, 0, 2],
  ];
  const paused = { events: ['2,1000,2500'], objects: ['100,100,900,1,0', '100,100,3000,1,0'] };
  const [k1, k2, m1, m2] = playOf(paused, rows).keys;
  const told = ({ downs, ups, counts }: KeyPlay) => ({ downs: [...downs], ups: [...ups], counts: [...counts] });
  expect(told(k1!)).toEqual({ downs: [100, 1500], ups: [200, 1600], counts: [1, 1] });
  expect([k2!, m1!].map(({ downs }) => downs.length)).toEqual([0, 0]);
  expect(told(m2!)).toEqual({ downs: [3000], ups: [3100], counts: [1] });
});

test("a slider has its tracking times, and a spinner's angle is interpolated between frames", () => {
  const rows: Row[] = [
    [990, 100, 100, 0],
    ...moving(1000, 1500, 10, (t): [number, number, number] => [100 + (t - 1000) / 5, 100, 1]),
    ...moving(2000, 4000, 17, (t): [number, number, number] => [
      256 + 90 * Math.cos(t / 40),
      192 + 90 * Math.sin(t / 40),
      1,
    ]),
  ];
  const objects = ['100,100,1000,2,0,L|200:100,1,100', '256,192,2000,12,0,4000'];
  const [slider, spinner] = playOf({ objects }, rows).objects as [SliderPlay, SpinnerPlay];
  expect([...slider.tracking]).toEqual([1000, 1500]);
  const before = spinnerAt(spinner, spinner.times[40]!);
  const after = spinnerAt(spinner, spinner.times[41]!);
  const between = spinnerAt(spinner, (spinner.times[40]! + spinner.times[41]!) / 2);
  expect(between.angle).toBeCloseTo((before.angle + after.angle) / 2);
  expect(spinnerAt(spinner, 1999)).toEqual({ angle: 0, progress: 0, rpm: 0 });
});

test('a play prints as text with one judgement per line', () => {
  expect(printPlay(play)).toBe(
    [
      '    1000  #0 circle great 0                 1x  300',
      '    1560  #1 circle ok +60                  2x  400',
      '    2000  #2 circle great 0                 3x  748  katu',
      '= 2/1/0/0  max 3x  748  77.78%',
      '',
    ].join('\n'),
  );
});
