import { describe, expect, test } from 'vitest';
import { type MapSections, preparePlayableMap } from '../../../test/support/beatmaps/map-text.ts';
import type { PlayableSlider } from './index.ts';

/** The threshold is preempt 1200 ms × leniency 0.7 = 840 ms. */
const heights = (objects: readonly string[], parts: MapSections = {}) =>
  preparePlayableMap({ ...parts, objects }).objects.map(({ stackHeight }) => stackHeight);

const circle = (x: number, time: number) => `${x},100,${time},1,0`;
/** A slider from x to x + 100 that takes 500 ms. */
const slider = (x: number, time: number, slides = 1) => `${x},100,${time},2,0,L|${x + 100}:100,${slides},100`;
const spinner = (time: number, end: number) => `256,192,${time},12,0,${end}`;

describe('from format 6 on', () => {
  test.each([
    ['two circles at one position', [circle(50, 0), circle(50, 500)], [1, 0]],
    ['a stack of four', [0, 100, 200, 300].map((t) => circle(50, t)), [3, 2, 1, 0]],
    ['just within the threshold', [circle(50, 0), circle(52, 840)], [1, 0]],
    ['3 pixels apart', [circle(50, 0), circle(53, 500)], [0, 0]],
    ['too late', [circle(50, 0), circle(50, 841)], [0, 0]],
    ['another object in between', [circle(50, 0), circle(300, 100), circle(50, 200)], [1, 0, 0]],
    ['a stack longer than the threshold', [circle(50, 0), circle(50, 800), circle(50, 1600)], [2, 1, 0]],
  ])('stacks grow towards earlier circles: %s [ST1] [ST2]', (_, objects, expected) => {
    expect(heights(objects)).toEqual(expected);
  });

  test.each([
    ['a circle on a slider’s end', [slider(50, 0), circle(150, 600)], [0, -1]],
    [
      'three circles on a slider’s end',
      [slider(50, 0), circle(150, 600), circle(150, 700), circle(150, 800)],
      [0, -1, -2, -3],
    ],
    ['a circle on the head that the ball returns to', [slider(50, 0, 2), circle(50, 1100)], [0, -1]],
    ['a circle on the head that the ball left', [slider(50, 0), circle(50, 600)], [1, 0]],
    ['too late after the slider’s end', [slider(50, 0), circle(150, 1341)], [0, 0]],
    ['just in time after the slider’s end', [slider(50, 0), circle(150, 1340)], [0, -1]],
  ])('circles on a slider’s end move down: %s [ST3]', (_, objects, expected) => {
    expect(heights(objects)).toEqual(expected);
  });

  test.each([
    ['a circle below a slider’s head', [circle(50, 0), slider(50, 500)], [1, 0]],
    ['a slider that ends on the head', [slider(50, 0), slider(150, 700)], [1, 0]],
    ['a slider that starts at the head', [slider(50, 0), slider(50, 700)], [0, 0]],
    ['a start too long before', [slider(50, 0), slider(150, 841)], [0, 0]],
  ])('objects that end at a slider’s head stack below it: %s [ST4]', (_, objects, expected) => {
    expect(heights(objects)).toEqual(expected);
  });

  test('a spinner in between is ignored [ST6]', () => {
    expect(heights([circle(50, 0), spinner(100, 400), circle(50, 500)])).toEqual([1, 0, 0]);
    expect(heights(['256,192,0,1,0', spinner(100, 400)])).toEqual([0, 0]);
  });
});

describe('before format 6', () => {
  const old = (objects: readonly string[]) => heights(objects, { format: 5 });

  test.each([
    ['a stack of three', [circle(50, 0), circle(50, 100), circle(50, 200)], [2, 1, 0]],
    ['circles on a slider’s end', [slider(50, 0), circle(150, 600), circle(150, 700)], [0, -1, -2]],
    ['a circle on the path end of a slider with a repeat', [slider(50, 0, 2), circle(150, 1100)], [0, -1]],
    ['a circle on its head', [slider(50, 0, 2), circle(50, 1100)], [1, 0]],
    ['too late', [circle(50, 0), circle(50, 841)], [0, 0]],
    ['a spinner in between', [circle(50, 0), spinner(100, 400), circle(50, 500)], [1, 0, 0]],
  ])('objects stack forwards: %s [ST5] [ST6]', (_, objects, expected) => {
    expect(old(objects)).toEqual(expected);
  });

  test('format 6 stacks differently [ST5]', () => {
    const objects = [slider(50, 0, 2), circle(150, 1100)];
    expect(old(objects)).toEqual([0, -1]);
    expect(heights(objects, { format: 6 })).toEqual([0, 0]);
  });
});

test('each step is a tenth of the radius up and left, after mirroring [ST1]', () => {
  const map = preparePlayableMap(
    { objects: [circle(50, 0), circle(50, 500)] },
    { mirror: { horizontally: false, vertically: true } },
  );
  expect(map.objects[0]?.at.x).toBeCloseTo(50 - map.radius / 10, 6);
  expect(map.objects[0]?.at.y).toBeCloseTo(284 - map.radius / 10, 6);
  expect(map.objects[1]?.at).toEqual({ x: 50, y: 284 });
});

test('the threshold depends on stack leniency and mods [ST1]', () => {
  const objects = [circle(50, 0), circle(50, 500)];
  expect(heights(objects, { general: ['StackLeniency: 0.4'] })).toEqual([0, 0]);
  const hard = preparePlayableMap({ objects, difficulty: ['ApproachRate:9'] }, { difficulty: { kind: 'hard-rock' } });
  expect(hard.objects.map(({ stackHeight }) => stackHeight)).toEqual([0, 0]);
});

test('all positions of a slider move with its stack', () => {
  const map = preparePlayableMap({ objects: [slider(50, 0), slider(150, 700)] });
  const first = map.objects[0] as PlayableSlider;
  const offset = map.radius / 10;
  expect(first.stackHeight).toBe(1);
  expect(first.endPosition.x).toBeCloseTo(150 - offset, 6);
  expect(first.points.at(-1)?.at.y).toBeCloseTo(100 - offset, 6);
});

test('refuses thousands of objects at one time instead of comparing all pairs', () => {
  const objects = Array.from({ length: 20_000 }, (_, i) => `${(i * 7) % 130_000},${(i * 31) % 130_000},5,1,0`);
  expect(() => preparePlayableMap({ objects })).toThrow(expect.objectContaining({ code: 'beatmap/too-large' }));
});
