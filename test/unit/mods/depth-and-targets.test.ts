import { describe, expect, test } from 'vitest';
import { lazerMods } from '../../../src/game/mods/index.ts';
import { createObjectMotion, type Play } from '../../../src/game/play/index.ts';
import type { LazerMod } from '../../../src/game/replay/index.ts';
import { publishedDepthScale } from '../../support/published/depth.ts';
import { playOf, taps, untouched } from '../../support/replays/build-play.ts';

// Depth and Target Practice: objects are judged where they are shown.

const preempt = 1200;
const objects = [
  '100,120,2345,5,0',
  '200,200,3000,2,0,L|400:200,1,200',
  '300,300,5000,2,0,L|340:300,1,40',
  '20,380,7000,2,0,L|400:380,5,380',
  '256,192,30000,12,0,32000',
];

function motionOf(play: Play, mods: readonly LazerMod[]) {
  const motion = createObjectMotion({ map: play.map, mods: lazerMods(mods) });
  if (motion === null) throw new Error('Nothing moves.');
  return motion;
}

describe('Depth', () => {
  test.each([50, 100, 200])('moves objects as published from a depth of %d [DE1] [DE2]', (maxDepth) => {
    const mods = [{ acronym: 'DP', settings: { max_depth: maxDepth } }];
    const play = playOf({ objects }, untouched, { lazer: mods });
    const motion = motionOf(play, mods);
    for (const object of play.map.objects.slice(0, 4)) {
      const { startTime: start, endTime, kind, at } = object;
      const scaleAt = publishedDepthScale(
        { start, duration: endTime - start, isSlider: kind === 'slider' },
        preempt,
        maxDepth,
      );
      for (let t = start - preempt - 50; t < endTime + 700; t += 37) {
        const pose = motion.poseAt(object, t);
        const scale = scaleAt(t);
        const shown = { x: 256 + (at.x - 256) * scale, y: 192 + (at.y - 192) * scale };
        expect(Math.hypot(at.x + pose.x - shown.x, at.y + pose.y - shown.y)).toBeLessThan(0.001);
        expect(pose.scaleX * 128).toBeCloseTo(scale * 128, 2);
      }
    }
  });

  test('spinners stay', () => {
    const mods = [{ acronym: 'DP', settings: {} }];
    const play = playOf({ objects }, untouched, { lazer: mods });
    expect(motionOf(play, mods).poseAt(play.map.objects[4]!, 29_500)).toMatchObject({ x: 0, y: 0, scaleX: 1 });
  });

  test('a late press hits the circle where it has come closer [DE1]', () => {
    // 100 ms after its time, the circle has the scale 200 / (200 − 200 · 100/1200) = 12/11 with a depth of 200.
    const mods = [{ acronym: 'DP', settings: { max_depth: 200 } }];
    const scale = 12 / 11;
    const [x, y] = [256 + (20 - 256) * scale, 192 + (20 - 192) * scale];
    const press = (reach: number) =>
      playOf({ objects: ['20,20,2000,5,0'] }, taps([[2100, x - reach, y]], 9000), { lazer: mods }).presses[0];
    const radius = 32.01 * scale;
    expect(press(radius - 0.5)).toMatchObject({ outcome: 'hit' });
    expect(press(radius + 0.5)).toMatchObject({ outcome: 'none' });
  });
});

describe('Target Practice', () => {
  const mods = [{ acronym: 'TP', settings: { seed: 3 } }];
  const practise = (rows: Parameters<typeof taps>[0]) =>
    playOf({ objects: ['0,0,2000,5,0', '0,0,4000,1,0'] }, taps(rows, 9000), { lazer: mods });
  const targets = practise([]).map;

  test('a target grows steadily from half its size until its time [TG7]', () => {
    const { poseAt } = motionOf(practise([]), mods);
    const [target] = targets.objects;
    const scaleAt = (t: number) => poseAt(target!, t).scaleX;
    expect(scaleAt(2000 - targets.preempt)).toBe(0.5);
    expect(scaleAt(2000 - targets.preempt / 2)).toBe(0.75);
    expect([scaleAt(2000), scaleAt(2100)]).toEqual([1, 1]);
  });

  test('an early press must hit the smaller circle [TG7]', () => {
    const { at } = targets.objects[0]!;
    const radius = targets.radius * (1 - (0.5 * 90) / targets.preempt);
    const press = (reach: number) => practise([[1910, at.x + reach, at.y]]).presses[0];
    expect(press(radius - 0.5)).toMatchObject({ outcome: 'hit' });
    expect(press(radius + 0.5)).toMatchObject({ outcome: 'none' });
  });

  test('the first miss fails the play [TG6]', () => {
    const hits = targets.objects
      .slice(0, 2)
      .map(({ at, startTime }): [number, number, number] => [startTime, at.x, at.y]);
    const map = { objects: ['0,0,2000,5,0', '0,0,4000,1,0'] };
    const { failedAt, result } = playOf(map, taps(hits, 4000), { lazer: mods });
    expect(result).toMatchObject({ n300: 2, misses: 1 });
    expect(failedAt).toBe(targets.objects[2]!.startTime + 150);
  });
});
