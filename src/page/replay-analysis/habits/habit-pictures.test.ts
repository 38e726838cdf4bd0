import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Habits } from '../../../game/habits/index.ts';
import { habitPictures } from './habit-pictures.ts';
import { screenOffset } from './target-picture.ts';

beforeAll(() => vi.stubGlobal('document', { documentElement: { lang: 'en' } }));
afterAll(() => vi.unstubAllGlobals());

const spread = (mean: number, deviation: number) => ({ mean, deviation });
const errors = (hits: number, rate: number | null) => ({ hits, mean: hits === 0 ? null : -3.2, unstable_rate: rate });
const still = { hits: 0, along: { mean: null, deviation: null }, across: { mean: null, deviation: null } };
const moved = { hits: 40, along: spread(-4, 6), across: spread(1, 8) };

const habits: Habits = {
  aim: {
    hits: 40,
    circle_radius: 32,
    x: spread(0, 1),
    y: spread(0, 1),
    movement: moved,
    by_direction: Array.from({ length: 8 }, (_, i) => ({ direction: i * 45, ...(i === 2 ? moved : still) })),
    by_spacing: [
      { from: 0, to: 40, ...still },
      { from: 40, to: 80, ...moved },
      { from: 80, to: null, ...moved },
    ],
  },
  timing: {
    ...errors(40, 90),
    by_spacing: [{ from: 0, to: null, ...errors(40, 90) }],
    by_tempo: [
      { from: 0, to: 180, ...errors(0, null) },
      { from: 180, to: 200, ...errors(40, 90.4) },
    ],
    over_play: [
      { from: 0, to: 0.5, ...errors(30, 80) },
      { from: 0.5, to: 1, ...errors(10, 120) },
    ],
  },
  keys: { left: { presses: 30, ...errors(25, 80) }, right: { presses: 20, ...errors(15, 100) } },
};
const whole = { span: { start: 1000, end: 5000 }, isClip: false };

const readingsOf = (pictures: ReturnType<typeof habitPictures>) =>
  Object.fromEntries(
    pictures.map(({ title, readings }) => [title, Array.from({ length: readings.count }, (_, i) => readings.text(i))]),
  );

test('the habits of a play can be read, without what has no hits', () => {
  expect(readingsOf(habitPictures(habits, whole))).toEqual({
    'Aim by direction of movement': ['↓ · 40 hits · 4.0 px short, 1.0 px right · spread 10.0 px'],
    'Aim spread by distance of objects': ['40–80 px · 40 hits · spread 10.0 px', '≥ 80 px · 40 hits · spread 10.0 px'],
    'Unstable rate by distance of objects': ['≥ 0 px · 40 hits · UR 90 · Average −3.2 ms'],
    'Unstable rate by tempo': ['180–200 BPM · 40 hits · UR 90 · Average −3.2 ms'],
    'Unstable rate in the course of the play': [
      '0% to 50% of the map · 30 hits · UR 80 · Average −3.2 ms',
      '50% to 100% of the map · 10 hits · UR 120 · Average −3.2 ms',
    ],
    'Key balance': [
      'Left key · 25 hits · UR 80 · Average −3.2 ms · 30 presses',
      'Right key · 15 hits · UR 100 · Average −3.2 ms · 20 presses',
    ],
  });
});

test('what few hits say is called uncertain', () => {
  const summaries = Object.fromEntries(habitPictures(habits, whole).map(({ title, summary }) => [title, summary]));
  expect(summaries).toMatchObject({
    'Unstable rate by tempo': [],
    'Unstable rate in the course of the play': ['Pale: fewer than 20 hits.'],
    'Key balance': ['Left key: UR 80'],
  });
});

test('what a mod did is not shown as a habit', () => {
  expect(habitPictures({ ...habits, timing: null, keys: null }, whole)).toHaveLength(2);
  expect(habitPictures({ ...habits, aim: null }, whole)).toHaveLength(4);
});

test('a part of the play can be watched, unless the video is a clip', () => {
  const partsOf = (isClip: boolean) => {
    const { readings } = habitPictures(habits, { ...whole, isClip })[4]!;
    return [readings.time(0), readings.time(1)];
  };
  expect(partsOf(false)).toEqual([1000, 3000]);
  expect(partsOf(true)).toEqual([null, null]);
});

test.each([
  ['right', 0, { x: 5, y: 2 }],
  ['down', 90, { x: -2, y: 5 }],
  ['left', 180, { x: -5, y: -2 }],
  ['up', 270, { x: 2, y: -5 }],
])('5 px beyond and 2 px right of a movement to the %s is where the player sees it', (_, degrees, expected) => {
  const { x, y } = screenOffset({ meanAlong: 5, meanAcross: 2 }, (degrees * Math.PI) / 180);
  expect({ x: Math.round(x * 1000) / 1000, y: Math.round(y * 1000) / 1000 }).toEqual(expected);
});
