import { describe, expect, test } from 'vitest';
import { buildScene } from '../../../test/support/scene/build-scene.ts';
import { frameAt, songPosition, soundsOf } from './index.ts';

const failing = (modBits = 0) =>
  buildScene({
    objects: ['100,100,1000,5,0', '200,100,2950,1,0', '300,100,3000,2,0,L|400:100,1,100', '256,192,60000,1,0'],
    frames: [
      [0, 100, 100, 0],
      [1000, 100, 100, 5],
      [1050, 100, 100, 0],
      [2000, 100, 100, 0],
    ],
    timing: ['0,500,4,1,0,100,1,0'],
    modBits,
  });

describe('the song of a play that failed', () => {
  test.each([
    [1999, 1999, 1],
    [2000, 2000, 1],
    [3250, 2000 + 2500 * 0.375, 0.5],
    [4500, 3250, 0],
    [5000, 3250, 0],
  ])('at %d ms is at %d ms, at %d of its speed', (t, time, pace) => {
    expect(songPosition(failing().play, t)).toEqual({ time, pace });
  });

  test('takes the same real time to stop at any speed', () => {
    const { play } = failing(64);
    expect(songPosition(play, 2000 + 3750).time).toBe(2000 + 1875);
    expect(songPosition(play, 2000 + 3600).time).toBeLessThan(2000 + 1875);
  });

  test('continues in a play that did not fail', () => {
    expect(songPosition(buildScene({ objects: [] }).play, 1e6)).toEqual({ time: 1e6, pace: 1 });
  });
});

describe('the objects of a play that failed', () => {
  const scene = failing();
  const circleAt = (t: number) => {
    const circle = frameAt(scene, t).items.find((item) => item.kind === 'sprite' && item.image === 'user/hitcircle');
    if (circle?.kind !== 'sprite') throw new Error('No circle was drawn.');
    return circle;
  };
  const bodyAt = (t: number) => {
    const body = frameAt(scene, t).items.find((item) => item.kind === 'body');
    if (body?.kind !== 'body') throw new Error('No slider was drawn.');
    return body;
  };

  test('stand still until it fails', () => {
    expect(circleAt(1990)).toMatchObject({ at: { y: circleAt(1900).at.y }, rotation: undefined, still: true });
  });

  test('then fall, rotate, shrink and fade', () => {
    const [before, after] = [circleAt(1990), circleAt(3500)];
    expect(after.at.y).toBeGreaterThan(before.at.y);
    expect(after.scale).toBeLessThan(before.scale);
    expect(after.rotation).not.toBe(0);
    expect(circleAt(4000).alpha!).toBeLessThan(after.alpha!);
  });

  test('fall in one piece, sliders included', () => {
    const before = bodyAt(1990);
    const after = bodyAt(3500);
    const length = ({ path: [from, to] }: typeof before.body) => Math.hypot(to!.x - from!.x, to!.y - from!.y);
    expect(length(after.body) / length(before.body)).toBeCloseTo(after.body.radiusPx / before.body.radiusPx, 9);
    expect(after.body.path[0]!.y).toBeGreaterThan(before.body.path[0]!.y);
  });

  test('are those visible when it failed: none appear and none vanish', () => {
    const images = (t: number) =>
      frameAt(scene, t).items.flatMap((item) =>
        item.kind === 'sprite' && /hitcircle|default|approach|followpoint/.test(item.image) ? [item.image] : [],
      );
    expect(images(2001).length).toBeGreaterThan(0);
    expect(images(3900)).toEqual(images(2001));
  });

  test('fall the same way in any order of frames', () => {
    expect(JSON.stringify(frameAt(failing(), 3333).items)).toBe(JSON.stringify(frameAt(scene, 3333).items));
  });
});

test('after a fail only the fail sound plays', () => {
  const names = soundsOf(failing(64 | 512))
    .events.filter(({ time }) => time >= 2000)
    .map(({ time, sound }) => [time, sound.file]);
  expect(names.filter(([time]) => time !== 2000)).toEqual([]);
  expect(names.map(([, file]) => file)).toContain('failsound');
});
