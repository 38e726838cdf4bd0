import { describe, expect, test } from 'vitest';
import { moving } from '../../../../test/support/replays/build-play.ts';
import { buildScene, type SceneParts } from '../../../../test/support/scene/build-scene.ts';
import { lazerMods } from '../../../game/mods/index.ts';
import { drawBackgroundLayers } from '../background/background-layers.ts';
import { createDisplayList, type SpriteItem } from '../display-list/display-list.ts';
import type { Scene } from '../scene.ts';
import { soundsOf } from '../sounds/sounds.ts';

// Objects hit exactly at their times: a drum clap, a soft whistle of sample set 2, and a miss; each ends a combo.

const objects = ['256,192,2000,5,8,0:3:0:0:', '256,192,4000,5,2,2:2:2:0:', '256,192,6000,5,0'];
/** A cursor that hits objects in the centre at these times. */
const hitting = (...times: number[]) =>
  moving(0, 20_000, 10, (t) => [256, 192, times.some((time) => t >= time && t < time + 50) ? 5 : 0]);
const frames = hitting(2000, 4000);

function buildSceneWith(events: readonly string[], parts: SceneParts = {}): Scene {
  const general = ['WidescreenStoryboard: 1'];
  return buildScene({ general, options: { backgroundDim: 0 }, objects, frames, ...parts, events });
}

function spriteAt(scene: Scene, t: number): SpriteItem | undefined {
  const list = createDisplayList();
  drawBackgroundLayers(list, scene, t);
  return list.items.find((item) => item.kind === 'sprite' && item.image.startsWith('storyboard/')) as never;
}

/** A sprite that flashes for 100 ms when its trigger fires. */
const flash = (on: string, window = '0,20000') => [
  'Sprite,Background,Centre,"a.png",320,240',
  ` T,${on},${window}`,
  '  F,0,0,100,1,0.5',
];

describe('a trigger', () => {
  test.each([
    ['HitSound', [2000, 4000]],
    ['HitSoundClap', [2000]],
    ['HitSoundWhistle', [4000]],
    ['HitSoundFinish', []],
    ['HitSoundDrumClap', [2000]],
    ['HitSoundSoftClap', []],
    ['HitSoundNormal', [2000]],
    ['HitSoundSoft', [4000]],
    ['HitSoundAllDrum', [2000]],
    ['HitSoundSoftSoftWhistle2', [4000]],
    ['HitSoundNormalSoftWhistle', []],
    ['HitSound2', [4000]],
    ['HitSound0', [2000]],
    ['HitObjectHit', [2000, 4000]],
  ] as const)('%s fires at %j', (on, times) => {
    const scene = buildSceneWith(flash(on));
    for (const time of [2000, 4000]) {
      const isSilent = !(times as readonly number[]).includes(time);
      expect(spriteAt(scene, time - 1)).toBeUndefined();
      expect(spriteAt(scene, time)?.alpha, `at ${time}`).toBe(isSilent ? undefined : 1);
      expect(spriteAt(scene, time + 50)?.alpha, `at ${time + 50}`).toBe(isSilent ? undefined : 0.75);
      expect(spriteAt(scene, time + 100)).toBeUndefined();
    }
    expect(spriteAt(scene, 6000)).toBeUndefined();
  });

  test.each([
    ['2000,3999', 2000],
    ['2001,4000', 4000],
    ['0,1999', null],
  ])('fires only within %s', (window, time) => {
    const scene = buildSceneWith(flash('HitSound', window));
    expect([2000, 4000].filter((t) => spriteAt(scene, t + 10))).toEqual(time === null ? [] : [time]);
  });

  test.each([
    ['lazer', 'overrides', lazerMods([]), [0.25, 1, 0.75, 0.5, 0.5]],
    ['stable', 'waits for', undefined, [0.25, 0.25, 0.25, 0.25, 0.25]],
  ] as const)('in %s %s the running commands of its sprite [SB14]', (_, __, mods, alphas) => {
    const running = ['Sprite,Background,Centre,"a.png",320,240', ' F,0,0,9000,0.25'];
    const scene = buildSceneWith([...running, ' T,HitSoundClap,0,20000', '  F,0,0,100,1,0.5'], mods && { mods });
    expect([1999, 2000, 2050, 2100, 8000].map((t) => spriteAt(scene, t)?.alpha)).toEqual(alphas);
  });

  test('overrides the ended commands of its sprite, and its final value stays', () => {
    const scene = buildSceneWith([
      'Sprite,Background,Centre,"a.png",320,240',
      ' F,0,0,1000,0.25',
      ' S,0,0,9000,1',
      ' T,HitSoundClap,0,20000',
      '  F,0,0,100,1,0.5',
    ]);
    expect([1999, 2000, 2050, 2100, 8000].map((t) => spriteAt(scene, t)?.alpha)).toEqual([0.25, 1, 0.75, 0.5, 0.5]);
  });

  test('restarts when it fires again', () => {
    const scene = buildSceneWith([
      'Sprite,Background,Centre,"a.png",320,240',
      ' T,HitSound,0,20000',
      '  S,0,0,,1',
      '  S,0,2500,3000,5',
    ]);
    expect([2000, 4499, 4501, 6600].map((t) => spriteAt(scene, t)?.scale)).toEqual([2.25, 2.25, 2.25, 11.25]);
  });

  test('stops the other triggers of its group only [SB11]', () => {
    const clapThenWhistle = (clap: number, whistle: number) => [
      'Sprite,Background,Centre,"a.png",320,240',
      ` T,HitSoundClap,0,20000,${clap}`,
      '  S,0,0,5000,3',
      ` T,HitSoundWhistle,0,20000,${whistle}`,
      '  F,0,0,5000,0.5',
    ];
    const lookAt = (clap: number, whistle: number) => spriteAt(buildSceneWith(clapThenWhistle(clap, whistle)), 4500);
    expect(lookAt(1, 1)).toMatchObject({ scale: 2.25, alpha: 0.5 });
    expect(lookAt(1, 2)).toMatchObject({ scale: 6.75, alpha: 0.5 });
    expect(lookAt(0, 0)).toMatchObject({ scale: 6.75, alpha: 0.5 });
  });

  test('starts an animation when it fires', () => {
    const scene = buildSceneWith([
      'Animation,Background,Centre,"a.png",320,240,9,10',
      ' T,HitSoundClap,0,20000',
      '  F,0,0,1000,1',
    ]);
    expect(spriteAt(scene, 2025)?.image).toBe('storyboard/a2.png');
  });

  test('is cheap even if many wait for the same condition', () => {
    const scene = buildSceneWith(Array.from({ length: 20_000 }, () => flash('HitSound')).flat());
    expect(spriteAt(scene, 2050)?.alpha).toBe(0.75);
  });
});

describe('passing and failing', () => {
  const layers = [
    'Sprite,Pass,Centre,"pass.png",320,240',
    ' F,0,0,20000,1',
    'Sprite,Fail,Centre,"fail.png",320,240',
    ' F,0,0,20000,1',
  ];
  const shownAt = (scene: Scene, t: number) => spriteAt(scene, t)?.image.replace(/^.*\/|\.png$/g, '');

  test('depend on the last combo: one with a miss fails, one of 300s passes [SB10]', () => {
    const more = [...objects, '256,192,8000,5,0', '256,192,10000,5,0'];
    const scene = buildSceneWith(layers, { objects: more, frames: hitting(2000, 4000, 8000, 10_000) });
    expect([0, 2000, 4000, 5999].map((t) => shownAt(scene, t))).toEqual(['pass', 'pass', 'pass', 'pass']);
    expect([6300, 7999].map((t) => shownAt(scene, t))).toEqual(['fail', 'fail']);
    expect([8000, 9999].map((t) => shownAt(scene, t))).toEqual(['pass', 'pass']);
  });

  test('fire triggers, Passing only after failing', () => {
    const more = [...objects, '256,192,8000,5,0', '256,192,10000,5,0'];
    const play = { objects: more, frames: hitting(2000, 4000, 8000, 10_000) };
    const missed = buildSceneWith(flash('Failing'), play);
    const again = buildSceneWith(flash('Passing'), play);
    const times = Array.from({ length: 120 }, (_, i) => i * 100 + 50);
    const visibleTimes = (scene: Scene) => times.filter((t) => spriteAt(scene, t));
    expect(visibleTimes(missed)).toHaveLength(1);
    expect(visibleTimes(missed)[0]).toBeGreaterThan(6000);
    expect(visibleTimes(missed)[0]).toBeLessThan(6300);
    expect(visibleTimes(again)).toEqual([8050]);
  });

  test('depend on health in a break [SB10]', () => {
    const fourMisses = [
      '256,192,2000,5,0',
      '256,192,2200,1,0',
      '256,192,2400,1,0',
      '256,192,2600,1,0',
      '256,192,12000,5,0',
    ];
    const events = ['2,3000,11000', ...layers];
    const dead = buildSceneWith(events, {
      objects: fourMisses,
      frames: hitting(),
      difficulty: ['HPDrainRate:10'],
      modBits: 1,
    });
    expect(shownAt(dead, 5000)).toBe('fail');
    const easy = buildSceneWith(events, {
      objects: fourMisses,
      frames: hitting(),
      difficulty: ['HPDrainRate:0'],
      modBits: 1,
    });
    expect(shownAt(easy, 2900)).toBe('fail');
    expect(shownAt(easy, 5000)).toBe('pass');
  });

  test('select sounds as well as sprites', () => {
    const samples = [
      'Sample,1000,Pass,"a.wav",80',
      'Sample,1000,Fail,"b.wav"',
      'Sample,7500,Fail,"c.wav"',
      'Sample,7500,0,"none.wav"',
    ];
    const scene = buildSceneWith(samples, { modBits: 64, objects: [...objects, '256,192,9000,5,0'] });
    const heard = soundsOf(scene).events.filter(({ sound }) => sound.source === 'beatmap');
    expect(heard).toEqual([
      { time: 1000, sound: { source: 'beatmap', file: 'a.wav' }, volume: 0.8, balance: 0, speed: 1 },
      { time: 7500, sound: { source: 'beatmap', file: 'c.wav' }, volume: 1, balance: 0, speed: 1 },
    ]);
  });
});
