import { expect, test } from 'vitest';
import { preparePlayableMap } from '../../../test/support/beatmaps/map-text.ts';

test.each([
  [5, 32.01312],
  [4, 36.4949368],
  [0, 54.4223],
])('circles of CS %d have a radius of %d [DV1]', (cs, radius) => {
  expect(preparePlayableMap({ difficulty: [`CircleSize:${cs}`] }).radius).toBeCloseTo(radius, 4);
  expect(preparePlayableMap({ difficulty: [`CircleSize:${cs}`] }, { rules: 'lazer' }).radius).toBeCloseTo(radius, 4);
});

test.each([
  [0, 1800, 400],
  [5, 1200, 400],
  [8, 750, 400],
  [9, 600, 400],
  // The nearest 32-bit float is slightly above 9.3.
  [9.3, 554, 400],
  [10, 450, 400],
])('at AR %d, objects appear %d ms early and fade in within %d ms [DV2]', (ar, preempt, fadeIn) => {
  expect(preparePlayableMap({ difficulty: [`ApproachRate:${ar}`] })).toMatchObject({ preempt, fadeIn });
});

test('above AR 10, preempt is extrapolated and the fade-in gets proportionally shorter [DV2]', () => {
  const difficulty = { kind: 'adjusted', ar: 11, cs: null, od: null, hp: null } as const;
  const map = preparePlayableMap({}, { rules: 'lazer', difficulty });
  expect(map.preempt).toBe(300);
  expect(map.fadeIn).toBeCloseTo((400 * 300) / 450, 9);
});

test.each([
  [
    { horizontally: false, vertically: true },
    { x: 100, y: 284 },
  ],
  [
    { horizontally: true, vertically: false },
    { x: 412, y: 100 },
  ],
  [
    { horizontally: true, vertically: true },
    { x: 412, y: 284 },
  ],
])('mirrored %j, a circle at 100,100 is at %j; spinners do not move', (mirror, at) => {
  const { objects } = preparePlayableMap({ objects: ['100,100,0,1,0', '0,0,5000,8,0,6000'] }, { mirror });
  expect(objects.map((object) => object.at)).toEqual([at, { x: 256, y: 192 }]);
});

test.each([1, 2, 3, 7])('refuses a map of game mode %d', (mode) => {
  expect(() => preparePlayableMap({ general: [`Mode: ${mode}`] })).toThrow(
    expect.objectContaining({ code: 'beatmap/wrong-mode' }),
  );
});

test('objects keep their order and refer to their source', () => {
  const { objects, beatmap } = preparePlayableMap({
    objects: ['9,9,300,8,0,400', '9,9,100,1,0', '9,9,200,2,0,L|20:9,1,11'],
  });
  expect(objects.map(({ kind, index }) => [kind, index])).toEqual([
    ['circle', 0],
    ['slider', 1],
    ['spinner', 2],
  ]);
  objects.forEach((object, i) => {
    expect(object.source).toBe(beatmap.objects[i]);
  });
  expect(objects[2]).toMatchObject({ startTime: 300, endTime: 400 });
});

test('with Freeze Frame, all objects of a combo appear with its first object [LZ18]', () => {
  const objects = ['0,0,5000,5,0', '0,0,5400,1,0', '0,0,6000,1,0', '0,0,7000,5,0'];
  const difficulty = ['ApproachRate:5'];
  const appear = (acronyms: readonly string[]) =>
    preparePlayableMap({ objects, difficulty }, { rules: 'lazer', acronyms }).objects.map(({ appears }) => appears);
  expect(appear([])).toEqual([3800, 4200, 4800, 5800]);
  expect(appear(['FR'])).toEqual([3800, 3800, 3800, 5800]);
});
