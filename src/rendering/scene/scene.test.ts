import { describe, expect, test } from 'vitest';
import { madeScene, sceneOf } from '../../../test/support/made-scene.ts';
import { syntheticFrames, syntheticMap } from '../../../test/support/synthetic-map.ts';
import { frameAt } from './index.ts';

describe('the span of a show', () => {
  test.each([
    ['a late first object: the song begins at 0', ['256,192,5000,1,0'], [], 0],
    ['an early first object: it appears a second into the show', ['256,192,500,1,0'], [], 500 - 1200 - 1000],
    ['a lead-in the map asks for', ['256,192,5000,1,0'], ['AudioLeadIn: 3000'], -3000],
    ['a lead-in of a day', ['256,192,5000,1,0'], ['AudioLeadIn: 86400000'], -30_000],
    ['a map without objects', [], [], -2200],
  ] as const)('%s', (_, objects, general, start) => {
    expect(madeScene({ objects, general }).span.start).toBe(start);
  });

  test('results follow 1.5 s after the last object, and stay for 6 s', () => {
    const scene = madeScene({
      objects: ['256,192,5000,12,0,8000'],
      frames: [
        [0, 0, 0, 0],
        [9000, 0, 0, 0],
      ],
    });
    expect(scene.resultsAt).toBe(9500);
    expect(scene.span.end).toBe(15_500);
  });

  test('without a results screen it ends where that would begin', () => {
    const parts = {
      objects: ['256,192,5000,1,0'],
      frames: [
        [0, 0, 0, 0],
        [9000, 0, 0, 0],
      ],
    } as const;
    const [on, off] = [madeScene(parts), madeScene({ ...parts, options: { resultScreen: false } })];
    expect([off.resultsAt, off.span.end]).toEqual([null, on.resultsAt]);
  });

  test('with double time as much real time passes', () => {
    const scene = madeScene({
      objects: ['256,192,5000,1,0'],
      frames: [
        [0, 0, 0, 0],
        [9000, 0, 0, 0],
      ],
      modBits: 64,
    });
    expect(scene.resultsAt).toBe(5000 + 1500 * 1.5);
  });

  test('a failed play ends without results', () => {
    const scene = madeScene({
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
    ['eight quick beats before the first object', '12000,', '0,400,4,1,0,100,1,0', 0, 12_000 - 8 * 400],
    ['four slow ones', '12000,', '0,1000,4,1,0,100,1,0', 0, 12_000 - 4 * 1000],
    ['not so late that objects are there at once', '12000,', '0,200,4,1,0,100,1,0', 0, 12_000 - 1200 - 1000],
    ['with double time as much real time before', '12000,', '0,200,4,1,0,100,1,0', 64, 12_000 - 1200 - 1500],
    ['nothing, where little would be skipped', '5600,', '0,400,4,1,0,100,1,0', 0, 0],
    ['but a millisecond more', '5601,', '0,400,4,1,0,100,1,0', 0, 5601 - 3200],
  ] as const)('the intro is skipped when asked to: %s', (_, first, timing, modBits, start) => {
    const parts = { objects: [`256,192,${first}1,0`], timing: [timing], modBits };
    expect(madeScene({ ...parts, options: { skipIntro: true } }).span.start).toBe(start);
    expect(madeScene(parts).span.start).toBe(0);
  });
});

describe('frameAt', () => {
  const objects = 400;
  const scene = () => sceneOf(syntheticMap(objects), syntheticFrames(objects, 15), { modBits: 8 | 1024 });
  const times = Array.from({ length: 300 }, (_, i) => i * 350.5);

  test('does not depend on the frames asked for before', () => {
    const inOrder = scene();
    // As text: comparing hundreds of thousands of items property by property takes seconds.
    const textAt = (made: ReturnType<typeof scene>, t: number) => JSON.stringify(frameAt(made, t).items);
    const some = times.filter((_, i) => i % 3 === 0);
    const expected = some.map((t) => textAt(inOrder, t));
    const shuffled = some.map((t, i) => ({ t, i })).sort((a, b) => Math.sin(a.i * 99) - Math.sin(b.i * 99));
    const anyOrder = scene();
    for (const { t, i } of shuffled) expect(textAt(anyOrder, t) === expected[i], `at ${t}`).toBe(true);
  });

  test('never draws what has no place or no size, nor a picture nobody asked for before the first frame', () => {
    const made = scene();
    const known = new Set([...made.pictures.used.keys(), 'background']);
    const strays = times.flatMap((t) =>
      frameAt(made, t).items.filter(
        (item) =>
          item.kind === 'sprite' &&
          !(known.has(item.image) && [item.at.x, item.at.y, item.scale].every(Number.isFinite)),
      ),
    );
    expect(strays).toEqual([]);
  });

  test('shows a map whose 5,000 objects are all there at once', () => {
    const objects = Array.from(
      { length: 5000 },
      (_, i) =>
        `${i % 512},${i % 384},${2000 + (i % 7)},${i % 2 === 0 ? 1 : 2},0${i % 2 === 0 ? '' : ',L|256:192,1,50'}`,
    );
    const items = frameAt(
      madeScene({
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

  test('shows something before the song, after it, and without a single object or frame', () => {
    const empty = madeScene({ frames: [] });
    for (const t of [-1e6, 0, 1e6]) expect(() => frameAt(empty, t)).not.toThrow();
  });
});
