import { expect, test } from 'vitest';
import { modBit, moving, playOf, type Row, verdicts } from '../../../../test/support/replays/build-play.ts';
import type { SliderPlay } from '../play.ts';

/** 200 pixels to the right in 1,000 ms, a tick at 500 ms, the end judged at 1964. */
const ticked = { objects: ['100,100,1000,2,0,L|300:100,1,200'] };
const ballX = (t: number) => 100 + Math.min(Math.max(t - 1000, 0), 1000) / 5;
const sliderOf = (rows: readonly Row[], map = ticked) => playOf(map, rows).objects[0] as SliderPlay;
const hits = (rows: readonly Row[]) => sliderOf(rows).points.map(({ hit }) => hit);
const followed = (away: (t: number) => number, keys = (_t: number) => 1) => [
  [990, 100, 100, 0] as Row,
  ...moving(1000, 2010, 10, (t) => [ballX(t), 100 + away(t), keys(t)]),
];

test('a followed slider is great and has its tracking times', () => {
  const slider = sliderOf(followed(() => 0));
  expect(slider).toMatchObject({ result: 'great', headResult: 'great', headJudgedAt: 1000 });
  expect([...slider.tracking]).toEqual([1000, 2000]);
  expect(slider.points).toEqual([
    { judgedAt: 1500, hit: true },
    { judgedAt: 1970, hit: true },
  ]);
});

test('of two overlapping sliders, only the first is followed until it ends [SJ1]', () => {
  const both = { objects: [...ticked.objects, '100,100,1002,2,0,L|300:100,1,200'] };
  const rows: Row[] = [[990, 100, 100, 0], ...moving(1000, 2050, 10, (t) => [ballX(t), 100, t === 1000 ? 3 : 1])];
  const [first, second] = playOf(both, rows).objects as SliderPlay[];
  expect(first!.points.map(({ hit }) => hit)).toEqual([true, true]);
  expect(second!.points.some(({ hit }) => hit)).toBe(false);
});

test.each([
  ['the new one is released', (t: number) => (t < 1200 ? 1 : t < 1400 ? 3 : 1), [true, true]],
  ['the old one is released', (t: number) => (t < 1200 ? 1 : t < 1400 ? 3 : 2), [true, true]],
  ['all are released', (t: number) => (t < 1200 ? 1 : 0), [false, false]],
] as const)('after a second button is pressed and %s, the point hits are %j [SJ2]', (_, keys, expected) => {
  expect(hits(followed(() => 0, keys))).toEqual(expected);
});

test('a button that was down before the head was hit does not keep the ball [SJ2]', () => {
  const rows: Row[] = [
    [900, 400, 300, 2],
    [990, 100, 100, 2],
    ...moving(1000, 2010, 10, (t): [number, number, number] => [ballX(t), 100, t < 1200 ? 3 : 2]),
  ];
  expect(hits(rows)).toEqual([false, false]);
});

test.each([
  [31, true],
  [33, false],
] as const)('a cursor %d pixels from the ball starts to follow it: %s [SJ3]', (away, caught) => {
  const rows = followed((t) => (t < 1300 ? 300 : away));
  expect(hits(rows)[0]).toBe(caught);
});

test.each([
  [76, true],
  [77, false],
] as const)('a following cursor %d pixels from the ball keeps following: %s [SJ3]', (away, kept) => {
  expect(hits(followed((t) => (t < 1100 ? 0 : away)))[0]).toBe(kept);
});

test.each([
  [1500, true],
  [1501, false],
] as const)('following the ball since %d hits a tick at 1500: %s [SJ4]', (since, hit) => {
  const rows: Row[] = [
    [990, 100, 100, 0],
    [1000, 100, 100, 1],
    [1100, 100, 400, 1],
    [since, ballX(since), 100, 1],
    [2010, 300, 100, 1],
  ];
  expect(hits(rows)[0]).toBe(hit);
});

test('each frame judges at most one point [SJ5]', () => {
  const rows: Row[] = [
    [990, 100, 100, 0],
    [1000, 100, 100, 1],
    [1980, 296, 100, 1],
    [1990, 298, 100, 1],
    [2000, 300, 100, 1],
  ];
  expect(sliderOf(rows).points.map(({ judgedAt }) => judgedAt)).toEqual([1980, 1990]);
});

test.each([
  ['everything', () => 0, true, 'great'],
  ['two of three', (t: number) => (t < 1600 ? 300 : 0), true, 'ok'],
  ['the head alone', () => 300, true, 'meh'],
  ['nothing', () => 300, false, 'miss'],
] as const)('with %s hit, a slider is judged by the fraction of its parts [SJ6]', (_, away, head, result) => {
  const rows: Row[] = [
    [990, 100, 100, 0],
    [1000, head ? 100 : 400, 100, 1],
    ...moving(1010, 2010, 10, (t): [number, number, number] => [ballX(t), 100 + away(t), 1]),
  ];
  expect(sliderOf(rows).result).toBe(result);
});

test('half of the parts are enough for a 100 [SJ6]', () => {
  const rows: Row[] = [
    [990, 100, 100, 0],
    [1000, 100, 100, 1],
    [1100, 400, 300, 0],
    [1600, 400, 300, 0],
  ];
  expect(sliderOf(rows, { objects: ['100,100,1000,2,0,L|200:100,1,100'] }).result).toBe('ok');
});

test('Relax follows the ball without a button [SJ2]', () => {
  const rows: Row[] = [[990, 100, 100, 0], ...moving(1000, 2010, 10, (t) => [ballX(t), 100, 0])];
  expect(verdicts(playOf(ticked, rows, { modBits: modBit.RX }))).toEqual([
    '#0 head great',
    '#0 tick hit',
    '#0 end hit',
    '#0 slider great',
  ]);
});
