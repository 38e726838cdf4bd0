import { describe, expect, test } from 'vitest';
import { syntheticFrames, syntheticMap } from '../../../test/support/beatmaps/synthetic-map.ts';
import { buildScene, buildSceneFrom } from '../../../test/support/scene/build-scene.ts';
import { frameAt } from './index.ts';

describe('the span of a scene', () => {
  test.each([
    ['starts with the song at 0 if the first object is late', ['256,192,5000,1,0'], [], 0],
    ['starts a second before an early first object appears', ['256,192,500,1,0'], [], 500 - 1200 - 1000],
    ["starts earlier by the map's lead-in", ['256,192,5000,1,0'], ['AudioLeadIn: 3000'], -3000],
    ['limits a lead-in of a day to 30 seconds', ['256,192,5000,1,0'], ['AudioLeadIn: 86400000'], -30_000],
    ['starts as if an object were at 0 in a map without objects', [], [], -2200],
  ] as const)('%s', (_, objects, general, start) => {
    expect(buildScene({ objects, general }).span.start).toBe(start);
  });

  test('has results from 1.5 s after the last object, for 6 s', () => {
    const scene = buildScene({
      objects: ['256,192,5000,12,0,8000'],
      frames: [
        [0, 0, 0, 0],
        [9000, 0, 0, 0],
      ],
    });
    expect(scene.resultsAt).toBe(9500);
    expect(scene.span.end).toBe(15_500);
  });

  test('ends where the results screen would start, without one', () => {
    const parts = {
      objects: ['256,192,5000,1,0'],
      frames: [
        [0, 0, 0, 0],
        [9000, 0, 0, 0],
      ],
    } as const;
    const [on, off] = [buildScene(parts), buildScene({ ...parts, options: { resultScreen: false } })];
    expect([off.resultsAt, off.span.end]).toEqual([null, on.resultsAt]);
  });

  test('keeps the delay of the results in real time with Double Time', () => {
    const scene = buildScene({
      objects: ['256,192,5000,1,0'],
      frames: [
        [0, 0, 0, 0],
        [9000, 0, 0, 0],
      ],
      modBits: 64,
    });
    expect(scene.resultsAt).toBe(5000 + 1500 * 1.5);
  });

  test('has no results for a failed play', () => {
    const scene = buildScene({
      objects: ['256,192,5000,1,0'],
      frames: [
        [0, 0, 0, 0],
        [2000, 0, 0, 0],
      ],
    });
    expect(scene.resultsAt).toBeNull();
    expect(scene.span.end).toBe(5000);
  });

  test.each([
    ['to eight beats before the first object if beats are short', '12000,', '0,400,4,1,0,100,1,0', 0, 12_000 - 8 * 400],
    ['to four beats before it if beats are long', '12000,', '0,1000,4,1,0,100,1,0', 0, 12_000 - 4 * 1000],
    ['to at least a second before objects appear', '12000,', '0,200,4,1,0,100,1,0', 0, 12_000 - 1200 - 1000],
    [
      'to a second of real time before objects appear with Double Time',
      '12000,',
      '0,200,4,1,0,100,1,0',
      64,
      12_000 - 1200 - 1500,
    ],
    ['not at all if little would be skipped', '5600,', '0,400,4,1,0,100,1,0', 0, 0],
    ['to eight beats before it if a millisecond more would be skipped', '5601,', '0,400,4,1,0,100,1,0', 0, 5601 - 3200],
  ] as const)('the intro is skipped %s', (_, first, timing, modBits, start) => {
    const parts = { objects: [`256,192,${first}1,0`], timing: [timing], modBits };
    expect(buildScene({ ...parts, options: { skipIntro: true } }).span.start).toBe(start);
    expect(buildScene(parts).span.start).toBe(0);
  });
});

describe('frameAt', () => {
  const objects = 400;
  const scene = () => buildSceneFrom(syntheticMap(objects), syntheticFrames(objects, 15), { modBits: 8 | 1024 });
  const times = Array.from({ length: 300 }, (_, i) => i * 350.5);

  test('does not depend on frames drawn before', () => {
    const inOrder = scene();
    // Compare as text: comparing hundreds of thousands of items property by property takes seconds.
    const textAt = (sample: ReturnType<typeof scene>, t: number) => JSON.stringify(frameAt(sample, t).items);
    const sampleTimes = times.filter((_, i) => i % 3 === 0);
    const expected = sampleTimes.map((t) => textAt(inOrder, t));
    const shuffled = sampleTimes.map((t, i) => ({ t, i })).sort((a, b) => Math.sin(a.i * 99) - Math.sin(b.i * 99));
    const anyOrder = scene();
    for (const { t, i } of shuffled) expect(textAt(anyOrder, t) === expected[i], `at ${t}`).toBe(true);
  });

  test('draws only sprites with finite positions and sizes, and only images looked up before the first frame', () => {
    const sample = scene();
    const lookedUp = new Set([...sample.pictures.used.keys(), 'background']);
    const strays = times.flatMap((t) =>
      frameAt(sample, t).items.filter(
        (item) =>
          item.kind === 'sprite' &&
          !(lookedUp.has(item.image) && [item.at.x, item.at.y, item.scale].every(Number.isFinite)),
      ),
    );
    expect(strays).toEqual([]);
  });

  test('draws a map whose 5,000 objects are visible at the same time', () => {
    const objects = Array.from(
      { length: 5000 },
      (_, i) =>
        `${i % 512},${i % 384},${2000 + (i % 7)},${i % 2 === 0 ? 1 : 2},0${i % 2 === 0 ? '' : ',L|256:192,1,50'}`,
    );
    const items = frameAt(
      buildScene({
        objects,
        frames: [
          [0, 0, 0, 0],
          [9000, 0, 0, 0],
        ],
      }),
      1900,
    ).items;
    expect(items.filter((item) => item.kind === 'body')).toHaveLength(2500);
  });

  test('draws times before and after the song, and a map without objects or replay frames', () => {
    const empty = buildScene({ frames: [] });
    for (const t of [-1e6, 0, 1e6]) expect(() => frameAt(empty, t)).not.toThrow();
  });
});
