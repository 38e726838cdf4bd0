import { expect, test } from 'vitest';
import { mapBytes, preparePlayableMap } from '../../../../test/support/beatmaps/map-text.ts';
import { compareTargets } from '../../../../test/support/published/map.ts';
import { lazerMods } from '../../mods/index.ts';
import { parseBeatmap } from '../index.ts';

const sections = {
  objects: [
    '100,100,1000,5,0',
    '300,100,1250,1,8',
    '400,300,2000,6,2,L|200:300,3,200,4|8|2|0,0:0|0:0|2:0|0:0,0:0:0:0:',
    '256,192,6000,12,0,8000',
    '10,380,14003,5,0',
    ...Array.from(
      { length: 40 },
      (_, i) => `${(i * 97) % 512},${(i * 61) % 384},${15000 + i * 333},${i % 5 === 0 ? 5 : 1},0`,
    ),
  ],
  events: ['2,8200,13500'],
  timing: ['-120,500,4,1,0,100,1,0', '9000,400.5,3,2,0,60,1,0', '20010,333.33,4,1,0,100,1,1'],
  difficulty: ['CircleSize:4'],
};
const practice = (settings: Record<string, unknown>) => lazerMods([{ acronym: 'TP', settings }]);

test.each([
  { seed: 0 },
  { seed: 20 },
  { seed: -77, beat_length_divisor: 2 },
  { seed: 2147483647, beat_length_divisor: 4 },
])('%o makes the targets of a second implementation, within 0.001 pixels [TG1] [TG2] [TG3] [TG4]', (settings) => {
  const { distance, sameTimesAndCombos, objects } = compareTargets(parseBeatmap(mapBytes(sections)).beatmap, settings);
  expect(objects).toBeGreaterThan(40);
  expect(sameTimesAndCombos).toBe(true);
  expect(distance).toBeLessThan(0.001);
});

test('large circles that need more than ten tries are closer together [TG4]', () => {
  const large = { ...sections, difficulty: ['CircleSize:0'] };
  const settings = { seed: 5, beat_length_divisor: 4 };
  const { distance } = compareTargets(parseBeatmap(mapBytes(large)).beatmap, settings);
  expect(distance).toBeLessThan(0.001);
});

test('kiai at the start of the song makes all distances larger [TG3]', () => {
  const kiai = { ...sections, timing: ['-120,500,4,1,0,100,1,1'] };
  const { distance } = compareTargets(parseBeatmap(mapBytes(kiai)).beatmap, { seed: 3 });
  expect(distance).toBeLessThan(0.001);
});

test('all objects become circles on the beats, none in breaks [TG1]', () => {
  const { objects } = preparePlayableMap(sections, practice({ seed: 1 }));
  expect(new Set(objects.map(({ kind }) => kind))).toEqual(new Set(['circle']));
  expect(objects.slice(0, 4).map(({ startTime }) => startTime)).toEqual([1380, 1880, 2380, 2880]);
  expect(objects.some(({ startTime }) => startTime > 8199 && startTime < 14002)).toBe(false);
});

test('the approach rate is halved, after other mods or before them [TG6]', () => {
  const settings = { seed: 1 };
  const list = (...mods: string[]) => lazerMods(mods.map((acronym) => ({ acronym, settings })));
  const difficulty = ['ApproachRate:9', 'CircleSize:4'];
  const ar = (...mods: string[]) => preparePlayableMap({ ...sections, difficulty }, list(...mods)).ar;
  expect(ar('TP')).toBe(4.5);
  expect(ar('HR', 'TP')).toBe(5);
  expect(ar('TP', 'HR')).toBeCloseTo(6.3, 5);
});

test('a target has the sounds of the object at its time, else only the normal sound of the closest [TG5]', () => {
  const { objects } = preparePlayableMap(
    { ...sections, timing: ['0,500,4,1,0,100,1,0'], events: [] },
    practice({ seed: 1 }),
  );
  const at = (time: number) => objects.find(({ startTime }) => startTime === time)!.source;
  // The slider's head (finish), its first repeat at 3000 (clap) and a beat half way between them, which takes the head.
  expect(at(2000).hitSound.finish).toBe(true);
  expect(at(2500).hitSound.finish).toBe(true);
  expect(at(3000).hitSound.clap).toBe(true);
  // Before it, the circle at 1250 is the closest object; its clap is left out.
  expect(at(1500).hitSound).toEqual({ normal: true, whistle: false, finish: false, clap: false });
  expect(at(1500).sample).toMatchObject({ normalSet: 'normal', volume: 100 });
});

test('more beats than a map may have objects are refused', () => {
  const many = { objects: ['0,0,0,5,0', '0,0,2000000,1,0'], timing: ['0,6,4,1,0,100,1,0'] };
  expect(() => preparePlayableMap(many, practice({ seed: 1 }))).toThrow('more than 100000 beats');
});

test('a beat far before the first object costs nothing', () => {
  const early = { objects: ['0,0,2000000002,5,0'], timing: ['-2000000000,6,4,1,0,100,1,0'] };
  expect(preparePlayableMap(early, practice({ seed: 1 })).objects).toHaveLength(1);
});
