import { describe, expect, test } from 'vitest';
import { lazerMods } from '../../../src/game/mods/index.ts';
import { createObjectMotion, type Play } from '../../../src/game/play/index.ts';
import type { LazerMod } from '../../../src/game/replay/index.ts';
import { inOutSine, outSine, publishedEntry, publishedWiggle, Transformable } from '../../support/published/motion.ts';
import { moving, playOf, type Row, taps, untouched } from '../../support/replays/build-play.ts';
import { buildScene } from '../../support/scene/build-scene.ts';
import { spritesAt } from '../../support/scene/playfield-items.ts';

// Mods that move objects, against a second implementation of the published algorithm, as judged and as drawn.

const mod = (acronym: string, settings: LazerMod['settings'] = {}): LazerMod => ({ acronym, settings });
const objects = ['100,120,2345,5,0', '200,200,3000,2,0,L|400:200,1,200', '256,192,5000,12,0,7050'];
/** AR 5: objects appear 1,200 ms early and fade in within 400 ms. */
const preempt = 1200;
const maxError = 0.001;

function playWith(mods: readonly LazerMod[], rows: readonly Row[] = untouched, map = objects): Play {
  return playOf({ objects: map }, rows, { lazer: mods });
}

function motionOf(play: Play, mods: readonly LazerMod[]) {
  const motion = createObjectMotion({ map: play.map, mods: lazerMods(mods), entryAngles: play.entryAngles });
  if (motion === null) throw new Error('Nothing moves.');
  return motion;
}

function expectNear(actual: { x: number; y: number }, expected: { x: number; y: number }, label: string): void {
  expect(Math.hypot(actual.x - expected.x, actual.y - expected.y), label).toBeLessThan(maxError);
}

const times = (from: number, to: number) => Array.from({ length: Math.floor((to - from) / 7) }, (_, i) => from + i * 7);

describe('Wiggle', () => {
  test.each([0.1, 1, 2])('moves objects as published at strength %d [LZ20]', (strength) => {
    const mods = [mod('WG', { strength })];
    const play = playWith(mods);
    const motion = motionOf(play, mods);
    for (const object of play.map.objects) {
      const { at, startTime: start, endTime } = object;
      const origin = { x: Math.fround(at.x), y: Math.fround(at.y) };
      const expected = publishedWiggle({ origin, start, preempt, duration: endTime - start }, strength);
      for (const t of times(start - preempt - 50, endTime + 200)) {
        const { x, y } = motion.poseAt(object, t);
        expectNear({ x: at.x + x, y: at.y + y }, expected(t), `${object.kind} at ${t}`);
      }
    }
  });

  test('moves the head inside its slider, and each tick by itself [LZ20]', () => {
    const mods = [mod('WG')];
    const play = playWith(mods);
    const motion = motionOf(play, mods);
    const slider = play.map.objects[1]!;
    if (slider.kind !== 'slider') throw new Error('Not a slider.');
    const head = publishedWiggle({ origin: { x: 0, y: 0 }, start: 3000, preempt });
    const tick = publishedWiggle({ origin: { x: 100, y: 0 }, start: 3500, preempt: 250 + preempt * Math.fround(0.66) });
    expect(slider.points[0]).toMatchObject({ kind: 'tick', time: 3500 });
    for (const t of times(1700, 4200)) {
      expectNear(motion.headPoseAt(slider, t), head(t), `head at ${t}`);
      const { x, y } = motion.tickPoseAt(slider, 0, t);
      expectNear({ x: 100 + x, y }, tick(t), `tick at ${t}`);
    }
  });

  test('moves the hit area, the drawing and the judgement [LZ19]', () => {
    const mods = [mod('WG', { strength: 2 })];
    const place = publishedWiggle({ origin: { x: 100, y: 120 }, start: 2345, preempt }, 2)(2345);
    const away = { x: place.x - 100, y: place.y - 120 };
    const distance = Math.hypot(away.x, away.y);
    expect(distance).toBeGreaterThan(1);
    // Half a pixel inside and outside of the radius of 32.01, on the side to which the circle has moved.
    const press = (reach: number) =>
      playWith(
        mods,
        taps([[2345, place.x + (away.x / distance) * reach, place.y + (away.y / distance) * reach]], 9000),
        [objects[0]!],
      );
    expect(press(31.5).presses[0]).toMatchObject({ outcome: 'hit' });
    expect(press(32.5).presses[0]).toMatchObject({ outcome: 'none' });
    const [judgement] = press(31.5).judgements;
    expectNear(judgement!.at, place, 'judgement');
    expect(Math.hypot(judgement!.aimOffset!.x, judgement!.aimOffset!.y)).toBeCloseTo(31.5, 3);
    const scene = buildScene({ objects: [objects[0]!], mods: lazerMods(mods) });
    const [drawn] = spritesAt(scene, 2345, 'hitcircle');
    expectNear(toOsu(drawn!.at), place, 'drawn');
  });

  test('a head is hit where slider and head have moved together [LZ19]', () => {
    const mods = [mod('WG', { strength: 2 })];
    const { x, y } = publishedWiggle({ origin: { x: 0, y: 0 }, start: 3000, preempt }, 2)(3000);
    const reach = 31.5 / Math.hypot(x, y);
    const press = (times: number) =>
      playWith(mods, taps([[3000, 200 + 2 * x + x * reach * times, 200 + 2 * y + y * reach * times]], 9000), [
        objects[1]!,
      ]);
    expect(press(1).presses[0]).toMatchObject({ outcome: 'hit' });
    expect(press(33 / 31.5).presses[0]).toMatchObject({ outcome: 'none' });
  });
});

describe('Transform', () => {
  /** A circle is hit 40 ms early, one is missed, and one follows. */
  const circles = ['100,100,2000,5,0', '200,100,2600,1,0', '300,100,3900,1,0'];
  const rows: Row[] = taps([[1960, 100, 100]], 9000);
  const entry = (start: number, turns: number) => publishedEntry({ start, preempt, fadeIn: 400 }, turns);

  test('brings objects in as published; the direction turns with every object and every result [LZ21]', () => {
    const mods = [mod('TR')];
    const play = playWith(mods, rows, circles);
    const motion = motionOf(play, mods);
    // The first appears, the second appears, the first is hit, the third appears (2,700), the second is missed (2,750).
    const turns = [0, 1, 3] as const;
    for (const [i, { startTime: start }] of play.map.objects.entries()) {
      const expected = entry(start, turns[i]!);
      const until = play.objects[i]!.judgedAt!;
      for (const t of times(start - preempt, until)) {
        expectNear(motion.poseAt(play.map.objects[i]!, t), expected(t), `circle ${i} at ${t}`);
      }
    }
    const afterHit = motion.poseAt(play.map.objects[0]!, 1980);
    expectNear(afterHit, entry(2000, 2)(1980), 'after the hit');
    expectNear(play.judgements[0]!.at, { x: 100 + entry(2000, 2)(1960).x, y: 100 + entry(2000, 2)(1960).y }, 'judged');
  });

  test('the turns of a spinner turn the direction, too [LZ21]', () => {
    // OD 5: a second of spinning has 2 required turns, 2 more, and 6 - 2 - 2 = 2 with a bonus.
    const spinners = ['256,192,2000,12,0,3000', '100,100,3100,5,0', '256,192,6000,12,0,7000', '100,100,9000,5,0'];
    const mods = [mod('TR')];
    const { entryAngles } = playWith(mods, untouched, spinners);
    const step = Math.fround(0.4);
    const turnedBy = (turns: number) => {
      let theta = 0;
      for (let i = 0; i < turns; i++) theta = Math.fround(theta + step);
      return theta;
    };
    // Six new turns count twice, then the spinner once; the circle appears before any of them is judged.
    expect(entryAngles!.entering[1]).toBe(turnedBy(13));
    // The circle; six turns and the spinner judged; the circle missed. The second spinner uses the same six turns again.
    const before = 13 + 1 + 12 + 1 + 1;
    expect(entryAngles!.entering[2]).toBe(turnedBy(before + 6));
    expect(entryAngles!.entering[3]).toBe(turnedBy(before + 6 + 1 + 12 + 1));
  });

  test('circles are hit where they are, not where they will be [LZ19]', () => {
    const at = entry(2000, 0)(1880);
    const press = (x: number, y: number) => playWith([mod('TR')], taps([[1880, x, y]], 9000), [circles[0]!]);
    expect(Math.hypot(at.x, at.y)).toBeGreaterThan(5);
    expect(press(100 + at.x + 31.5, 100 + at.y).presses[0]).toMatchObject({ outcome: 'hit' });
    expect(press(100 + at.x + 32.5, 100 + at.y).presses[0]).toMatchObject({ outcome: 'none' });
  });
});

describe('Grow, Deflate and Spin In', () => {
  const sizes = [
    ['GR', {}, 0.5],
    ['GR', { start_scale: 0 }, 0],
    ['GR', { start_scale: 5 }, 0.99],
    ['DF', {}, 2],
    ['DF', { start_scale: 1e9 }, 25],
  ] as const;
  test.each(sizes)('%s with %j scales objects from %d [LZ22]', (acronym, settings, from) => {
    const mods = [mod(acronym, settings)];
    const play = playWith(mods);
    const motion = motionOf(play, mods);
    const [circle, slider, spinner] = play.map.objects;
    const expected = new Transformable(from).to(1, 2345 - preempt, preempt, outSine);
    for (const t of times(1100, 2500)) {
      expect(motion.poseAt(circle!, t).scaleX).toBeCloseTo(expected.at(t), 6);
      expect(motion.poseAt(circle!, t).scaleY).toBeCloseTo(expected.at(t), 6);
      expect(motion.poseAt(slider!, t + 655).scaleX).toBeCloseTo(expected.at(t), 6);
    }
    expect(motion.poseAt(spinner!, 4000)).toMatchObject({ scaleX: 1, scaleY: 1 });
  });

  test.each([
    ['GR', 1870],
    ['DF', 1870],
  ])('with %s, the hit area has the size that is seen, and there is no approach circle [LZ19]', (acronym, early) => {
    const mods = [mod(acronym)];
    const play = (reach: number) =>
      playWith(mods, taps([[early, 100 + reach, 100]], 9000), ['100,100,2000,5,0']).presses[0]!.outcome;
    const scale = motionOf(playWith(mods, untouched, ['100,100,2000,5,0']), mods);
    const { scaleX } = scale.poseAt(playWith(mods, untouched, ['100,100,2000,5,0']).map.objects[0]!, early);
    const radius = 32.01 * scaleX;
    expect(play(radius - 0.1)).toBe('hit');
    expect(play(radius + 0.1)).toBe('none');
    const scene = buildScene({ objects: ['100,100,2000,5,0'], mods: lazerMods(mods) });
    expect(spritesAt(scene, 1500, 'approachcircle')).toEqual([]);
    expect(spritesAt(scene, 1500, 'hitcircle')).toHaveLength(1);
  });

  test('Spin In turns and unfolds circles, and grows sliders with their heads inside [LZ23]', () => {
    const mods = [mod('SI')];
    const play = playWith(mods);
    const motion = motionOf(play, mods);
    const [circle, slider] = play.map.objects;
    if (slider?.kind !== 'slider' || !circle) throw new Error('Not a slider.');
    const from = (value: number, to: number, start: number) =>
      new Transformable(value).to(to, start - preempt, preempt, inOutSine);
    for (const t of times(1150, 3100)) {
      const pose = motion.poseAt(circle, t);
      expect(pose.rotation).toBeCloseTo((from(360, 0, 2345).at(t) * Math.PI) / 180, 6);
      expect(pose.scaleX).toBeCloseTo(from(2, 1, 2345).at(t), 6);
      expect(pose.scaleY).toBeCloseTo(from(0, 1, 2345).at(t), 6);
      expect(motion.poseAt(slider, t).scaleX).toBeCloseTo(from(0, 1, 3000).at(t), 6);
      expect(motion.headPoseAt(slider, t).scaleX).toBeCloseTo(from(2, 1, 3000).at(t), 6);
    }
  });

  test('with Spin In, the hit area is the ellipse that is seen [LZ19]', () => {
    const mods = [mod('SI')];
    const one = ['100,100,2000,5,0'];
    const pose = motionOf(playWith(mods, untouched, one), mods).poseAt(
      playWith(mods, untouched, one).map.objects[0]!,
      1870,
    );
    const along = (angle: number, reach: number) =>
      playWith(mods, taps([[1870, 100 + Math.cos(angle) * reach, 100 + Math.sin(angle) * reach]], 9000), one)
        .presses[0]!.outcome;
    expect(pose.scaleX).toBeGreaterThan(1.02);
    expect(along(pose.rotation, 32.01 * pose.scaleX - 0.1)).toBe('hit');
    expect(along(pose.rotation, 32.01 * pose.scaleX + 0.1)).toBe('none');
    expect(along(pose.rotation + Math.PI / 2, 32.01 * pose.scaleY - 0.1)).toBe('hit');
    expect(along(pose.rotation + Math.PI / 2, 32.01 * pose.scaleY + 0.1)).toBe('none');
  });
});

test('sliders are followed where they are seen [LZ19]', () => {
  const mods = [mod('WG', { strength: 2 })];
  const path = publishedWiggle({ origin: { x: 200, y: 200 }, start: 3000, preempt, duration: 1000 }, 2);
  const follow = (beside: number) =>
    playWith(
      mods,
      moving(2900, 4100, 1, (t) => {
        const { x, y } = path(t);
        return [x + Math.max(0, Math.min(200, (t - 3000) / 5)), y + (t > 3200 ? beside : 0), t >= 3000 ? 1 : 0];
      }),
      [objects[1]!],
    ).judgements.flatMap(({ part, result }) => (part === 'tick' ? [result] : []));
  // The followed ball has 2.4 times the radius.
  expect(follow(76)).toEqual(['hit']);
  expect(follow(78)).toEqual(['miss']);
});

function toOsu({ x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: (x - (1920 - 512 * 2.25) / 2) / 2.25, y: (y - ((1080 - 384 * 2.25) / 2 + 8 * 2.25)) / 2.25 };
}
