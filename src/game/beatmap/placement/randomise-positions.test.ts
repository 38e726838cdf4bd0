import { expect, test } from 'vitest';
import { mapBytes, preparePlayableMap } from '../../../../test/support/beatmaps/map-text.ts';
import { compareRandom } from '../../../../test/support/published/map.ts';
import { lazerMods } from '../../mods/index.ts';
import { parseBeatmap } from '../index.ts';

/** Circles, a stack, sliders of all curve types with and without repeats, a spinner and a slider wider than the playfield. */
const objects = [
  '100,100,1000,5,0',
  '300,100,1250,1,0',
  '300,100,1500,1,0',
  '300,100,1750,1,0',
  '400,300,2000,6,0,L|200:300,1,200',
  '60,40,3000,2,0,B|150:10|220:120|220:120|300:40,2,250',
  '250,190,5000,6,0,P|300:100|350:190,3,180',
  '256,192,7000,12,0,8000',
  '10,380,9000,5,0',
  '500,10,9250,1,0',
  '490,20,9500,1,0',
  '10,192,10000,2,0,L|510:192,1,500',
  '256,370,13000,6,0,C|100:300|40:200|256:100,1,400',
  ...Array.from(
    { length: 60 },
    (_, i) => `${(i * 97) % 512},${(i * 61) % 384},${15000 + i * 125},${i % 7 === 0 ? 5 : 1},0`,
  ),
];
const beatmapOf = (lines: readonly string[]) =>
  parseBeatmap(mapBytes({ objects: lines, difficulty: ['CircleSize:4'] })).beatmap;

test.each([
  { seed: 0 },
  { seed: 1337 },
  { seed: -5 },
  { seed: 2147483647, angle_sharpness: 1 },
  { seed: 99, angle_sharpness: 10 },
  { seed: 4, angle_sharpness: 7.3 },
])(
  '%o places a map as a second implementation does, within 0.001 pixels [RN2] [RN3] [RN4] [RN5] [RN6] [RN7] [RN8]',
  (settings) => {
    const { distance, objects: count } = compareRandom(beatmapOf(objects), settings);
    expect(count).toBe(objects.length);
    expect(distance).toBeLessThan(0.001);
  },
);

const random = (settings: Record<string, unknown>) => lazerMods([{ acronym: 'RD', settings }]);

test('objects keep their times, combos and distances and stay on the playfield [RN6]', () => {
  const before = preparePlayableMap({ objects }, lazerMods([]));
  const after = preparePlayableMap({ objects }, random({ seed: 7 }));
  expect(after.objects.map(({ startTime, endTime, comboNumber }) => [startTime, endTime, comboNumber])).toEqual(
    before.objects.map(({ startTime, endTime, comboNumber }) => [startTime, endTime, comboNumber]),
  );
  for (const object of after.objects) {
    if (object.kind !== 'circle') continue;
    const offset = (object.stackHeight * after.radius) / 10;
    expect(object.at.x + offset).toBeGreaterThanOrEqual(after.radius - 0.001);
    expect(object.at.x + offset).toBeLessThanOrEqual(512 - after.radius + 0.001);
  }
  expect(after.objects[1]!.at).not.toEqual(before.objects[1]!.at);
});

test('another seed gives other positions', () => {
  const [a, b] = [7, 8].map((seed) => preparePlayableMap({ objects }, random({ seed })).objects[3]!.at);
  expect(a).not.toEqual(b);
});

test('stacks are those of the map before its objects are moved [RN9]', () => {
  const heights = preparePlayableMap({ objects }, random({ seed: 7 })).objects.map(({ stackHeight }) => stackHeight);
  expect(heights.slice(0, 5)).toEqual([0, 2, 1, 0, 0]);
});

test('a slider’s ticks, repeats and end move with its path', () => {
  const { objects: moved } = preparePlayableMap({ objects }, random({ seed: 7 }));
  const slider = moved[6]!;
  if (slider.kind !== 'slider') throw new Error('The object is no slider.');
  const end = { x: slider.at.x + slider.path.xs.at(-1)!, y: slider.at.y + slider.path.ys.at(-1)! };
  expect(slider.endPosition.x).toBeCloseTo(end.x, 3);
  expect(slider.points.at(-1)!.at.y).toBeCloseTo(end.y, 3);
});

test('without a seed nothing moves', () => {
  expect(preparePlayableMap({ objects }, random({})).objects).toEqual(
    preparePlayableMap({ objects }, lazerMods([])).objects,
  );
});
