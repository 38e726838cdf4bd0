import { describe, expect, test } from 'vitest';
import { preparePlayableMap } from '../../../../test/support/beatmaps/map-text.ts';
import { modBit, playOf, taps } from '../../../../test/support/replays/build-play.ts';
import { traceHealth } from '../health-line.ts';
import { classicModel, defaultDrain } from '../lazer/lazer-health.ts';
import type { Judgement } from '../play.ts';
import { playedPeriods } from '../played-periods.ts';
import { healthAt } from '../state.ts';
import { healthModel, healthOf } from './stable-health.ts';

const circleAt = (time: number, type = 1) => `100,100,${time},${type},0`;
const times = Array.from({ length: 60 }, (_, i) => 1000 + 250 * i);
const map = { general: ['StackLeniency: 0'], objects: times.map((time) => circleAt(time)) };
const nothing = { extraLives: 0, revivedTo: 0.8 };

describe('health over time', () => {
  test('drain alone does not fail the play, a judgement at zero health does [HP1]', () => {
    const periods = [{ start: 0, end: 1000, rate: 0.002 }];
    expect(traceHealth({ periods, changes: [], end: 1000, ...nothing }).failedAt).toBeNull();
    const changes = [{ time: 700, amount: -0.01, canFail: true }];
    expect(traceHealth({ periods, changes, end: 1000, ...nothing }).failedAt).toBe(700);
    const harmless = [{ time: 700, amount: -0.01, canFail: false }];
    expect(traceHealth({ periods, changes: harmless, end: 1000, ...nothing }).failedAt).toBeNull();
  });

  test('is linear between its points and does not fall below zero', () => {
    const periods = [{ start: 0, end: 1000, rate: 0.002 }];
    const { line } = traceHealth({
      periods,
      changes: [{ time: 600, amount: 0.5, canFail: true }],
      end: 1000,
      ...nothing,
    });
    expect([250, 500, 599, 600, 700].map((t) => healthAt(line, t))).toEqual([0.5, 0, 0, 0.5, expect.closeTo(0.3)]);
  });

  test('is restored twice with Easy instead of failing [HP2]', () => {
    const changes = [100, 200, 300].map((time) => ({ time, amount: -2, canFail: true }));
    const trace = traceHealth({ periods: [], changes, end: 400, extraLives: 2, revivedTo: 0.8 });
    expect(trace.failedAt).toBe(300);
    expect(healthAt(trace.line, 250)).toBe(0.8);
  });
});

test.each([
  [
    14,
    [
      { start: -200, end: 1000 },
      { start: 5000, end: 6000 },
    ],
  ],
  [
    7,
    [
      { start: -200, end: 2000 },
      { start: 5000, end: 6000 },
    ],
  ],
])('in format %d, health drains in %j around a break from 2000 to 4000 [HP3]', (format, expected) => {
  const objects = [circleAt(1000), circleAt(5000), circleAt(6000)];
  expect(playedPeriods(preparePlayableMap({ format, events: ['2,2000,4000'], objects }), -200)).toEqual(expected);
});

test.each([
  ['circle', 'great', 6],
  ['circle', 'ok', 2.2],
  ['circle', 'meh', 0.4],
  ['circle', 'miss', -25],
  ['head', 'great', 4],
  ['tick', 'hit', 3],
  ['end', 'hit', 4],
  ['tick', 'miss', -15],
  ['spin', 'spin', 1.7],
  ['spin', 'bonus', 2],
] as const)('at HP 5, a %s judged %s changes health by %d of 200 [HP4]', (part, result, expected) => {
  const judgement = { part, result } as Judgement;
  expect(healthOf(judgement, { comboEnd: 0, model: { drain: 1, hits: 1, comboEnds: 1 }, hp: 5 })).toBeCloseTo(expected);
});

test('a perfect play keeps enough health with the drain found for the map [HP5]', () => {
  const model = healthModel(preparePlayableMap(map));
  expect(model.drain).toBeLessThan(0.05);
  expect(model.drain).toBeGreaterThan(0);
  const perfect = playOf(
    map,
    taps(
      times.map((time) => [time, 100, 100] as const),
      times.at(-1)! + 200,
    ),
  );
  expect(Math.min(...perfect.health.values)).toBeGreaterThan(160 / 200);
  expect(perfect.failedAt).toBeNull();
});

test.each([
  ['SD', modBit.SD, 60, null],
  ['PF', modBit.PF | modBit.SD, 60, 2060],
  ['SD', modBit.SD, null, 2151],
  ['NF', modBit.NF, null, null],
] as const)('%s with the fifth circle %s ms late (null: missed) fails at %s [HP6]', (_, modBits, late, failedAt) => {
  const presses = times.flatMap((time, i) => {
    if (i !== 4) return [[time, 100, 100] as const];
    return late === null ? [] : [[time + late, 100, 100] as const];
  });
  const until = failedAt === null ? times.at(-1)! + 200 : 2240;
  const rows = taps(
    presses.filter(([time]) => time < until),
    until,
  );
  const withFrame = [
    ...rows.filter(([time]) => time < 2151),
    [2151, 0, 0, 0] as const,
    ...rows.filter(([time]) => time > 2151),
  ];
  expect(playOf(map, withFrame, { modBits }).failedAt).toBe(failedAt);
});

test('a recording that ends before the last object failed at its end [HP7]', () => {
  const rows = taps(
    times.slice(0, 5).map((time) => [time, 100, 100] as const),
    2100,
  );
  expect(playOf(map, rows).failedAt).toBe(2100);
});

test('empty health does not fail a play whose recording continues for long [HP7]', () => {
  const rows = taps([], times.at(-1)! + 4000);
  const frames = times.map((time) => [time + 151, 0, 0, 0] as const);
  expect(playOf(map, [...frames, ...rows]).failedAt).toBeNull();
});

test.each([
  ['a pass', 'B', 2100, null],
  ['F, with a recording that stops early', 'F', 2100, 2100],
  ['F, with a recording up to the end', 'F', times.at(-1)! + 200, times.at(-1)! + 200],
])('the rank that lazer recorded decides whether the play failed: %s [HP7]', (_, rank, until, failedAt) => {
  const pressed = times.filter((time) => time < until).map((time) => [time, 100, 100] as const);
  expect(playOf(map, taps(pressed, until), { lazer: [], rank }).failedAt).toBe(failedAt);
});

describe('in lazer', () => {
  const scoring = { classicSliders: false, strictTracking: false };
  const lazerMap = preparePlayableMap(map, { rules: 'lazer' });

  test("the minimum health of a perfect play is the map's target [HP8]", () => {
    const perfect = playOf(
      map,
      taps(
        times.map((time) => [time, 100, 100] as const),
        times.at(-1)! + 200,
      ),
      { lazer: [] },
    );
    expect(Math.abs(Math.min(...perfect.health.values) - 0.9)).toBeLessThan(0.011);
    expect(defaultDrain(preparePlayableMap({ objects: [circleAt(1000)] }, { rules: 'lazer' }), scoring)).toBe(0);
  });

  test('Classic searches drain and gains as stable does [HP9]', () => {
    const model = classicModel(lazerMap, { ...scoring, classicSliders: true });
    expect(model.drain).toBeLessThanOrEqual(0.00025);
    expect(model.gains).toBeGreaterThanOrEqual(1);
  });
});
