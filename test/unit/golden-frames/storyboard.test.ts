import { describe, expect, test } from 'vitest';
import { lazerMods } from '../../../src/game/mods/index.ts';
import { moving } from '../../support/replays/build-play.ts';
import { buildScene, printScene, type SceneParts } from '../../support/scene/build-scene.ts';

// What a storyboard draws, as readable text. A storyboard unit is 2.25 screen pixels, its images are 100 by 50, and its
// window is 1440 pixels wide in the middle of 1920, unless it is made for widescreen.

const wide = ['WidescreenStoryboard: 1'];
const bright = { backgroundDim: 0 };
const background = { width: 1920, height: 1080 };
const circle = '256,192,2000,5,8';
const hit = moving(0, 4000, 10, (t) => [256, 192, t >= 2000 && t < 2050 ? 5 : 0]);
const missed = moving(0, 4000, 10, () => [500, 0, 0]);
const everyLayer = ['Overlay', 'Foreground', 'Pass', 'Fail', 'Background'].flatMap((layer) => [
  `Sprite,${layer},Centre,"${layer}.png",320,240`,
  ' F,0,0,5000,1',
]);
const endless = {
  width: 1920,
  height: 1440,
  start: 1000,
  end: 9000,
  timeline: { lifetime: null, tracks: {}, triggers: [] },
};

/** The name of a golden file, its scene and its times. */
const goldens: readonly [name: string, parts: SceneParts, times: readonly number[]][] = [
  ['layers', { general: wide, background, events: everyLayer, objects: [circle], frames: hit }, [1900, 2100]],
  [
    'layers-failing',
    { general: wide, background, events: everyLayer, objects: [circle, '256,192,9000,5,0'], frames: missed },
    [1900, 2500],
  ],
  [
    'order',
    {
      general: wide,
      options: bright,
      events: [
        'Sprite,Background,TopLeft,"first.png",0,0',
        ' F,0,500,1500,1',
        'Sprite,Background,BottomRight,"second.png",640,480',
        ' F,0,0,2000,1',
        'Sprite,Background,Centre,"none.png",320,240',
        ' F,0,0,2000,1',
        'Sprite,Background,CentreRight,"third.png",640,240',
        ' F,0,1000,2000,1',
      ],
    },
    [100, 600, 1200, 1600],
  ],
  [
    'mirrored',
    {
      general: wide,
      options: bright,
      events: [
        'Sprite,Foreground,TopLeft,"a.png",320,240',
        ' F,0,0,3000,1',
        ' P,0,1000,2000,H',
        ' P,0,1500,,V',
        ' V,0,2500,3000,-1,2',
      ],
      mods: lazerMods([]),
    },
    [500, 1250, 1750, 2250, 2750],
  ],
  [
    'overlapping',
    {
      general: wide,
      options: bright,
      events: [
        'Sprite,Foreground,Centre,"a.png",320,240',
        ' F,0,0,1000,0.5',
        ' F,0,400,600,1,0',
        ' V,0,500,,2,1',
        ' S,0,500,,3',
        ' R,0,0,2000,0',
      ],
    },
    [300, 500, 1500],
  ],
  [
    'loop',
    {
      general: wide,
      options: bright,
      events: [
        'Sprite,Foreground,Centre,"a.png",320,240',
        ' L,1000,3',
        '  F,0,0,200,0,1',
        '  F,0,200,400,1,0.5',
        '  R,0,0,400,0,1',
        ' C,0,1000,1400,255,0,0,0,0,255',
        ' P,0,1000,2200,A',
      ],
    },
    [999, 1100, 1300, 1500, 2199, 2200],
  ],
  [
    'trigger',
    {
      general: wide,
      options: bright,
      events: [
        'Sprite,Foreground,Centre,"a.png",320,240',
        ' T,HitSoundClap,1000,3000',
        '  S,1,0,400,1,2',
        '  F,0,200,400,1,0',
      ],
      objects: [circle],
      frames: hit,
    },
    [1990, 2000, 2100, 2300, 2400],
  ],
  [
    'animation',
    {
      general: wide,
      options: bright,
      events: ['Animation,Pass,Centre,"sb\\a.png",320,240,2,100,LoopForever', ' M,0,0,1000,0,0,640,480'],
    },
    [50, 150, 250],
  ],
  [
    'narrow',
    {
      background,
      events: [
        'Sprite,Background,Centre,"over the edge.png",0,240',
        ' F,0,0,1000,1',
        'Sprite,Background,Centre,"beyond.png",-60,240',
        ' F,0,0,1000,1',
        'Sprite,Overlay,Centre,"cut off.png",640,240',
        ' F,0,0,1000,1',
        ' V,0,0,1000,-1,1',
      ],
    },
    [500, 1500],
  ],
  ['narrow-without-background', { events: ['Sprite,Background,Centre,"a.png",0,240', ' F,0,0,1000,1'] }, [500]],
  [
    'background-replaced',
    {
      general: wide,
      background,
      options: bright,
      events: ['0,0,"bg.png"', 'Sprite,Background,Centre,"bg.png",320,240', ' F,0,1000,2000,1'],
    },
    [500, 1500],
  ],
  [
    'narrow-lazer',
    {
      background,
      mods: lazerMods([]),
      events: ['Sprite,Background,Centre,"over the edge.png",0,240', ' F,0,0,1000,1'],
    },
    [500],
  ],
  [
    'narrow-background',
    {
      background: { width: 1440, height: 1080 },
      events: ['Sprite,Background,Centre,"a.png",320,240', ' F,0,0,1000,1'],
    },
    [500, 1500],
  ],
  ['video', { background, video: endless }, [999, 1000, 1250, 2000, 8500, 9000]],
  ['video-lazer', { background, video: endless, mods: lazerMods([]) }, [1250, 1500, 8750]],
  ['video-wide', { background, video: { ...endless, width: 1920, height: 540 } }, [1500, 2000]],
  [
    'video-wide-lazer',
    { background, video: { ...endless, width: 1920, height: 540 }, mods: lazerMods([]) },
    [1250, 2000],
  ],
  [
    'video-beside-a-narrow-storyboard',
    { background, video: endless, events: ['Sprite,Background,Centre,"a.png",0,240', ' F,0,0,5000,1'] },
    [1250, 2000],
  ],
  [
    'in-the-dark',
    { general: wide, background, video: endless, events: everyLayer, options: { backgroundDim: 1 } },
    [2000],
  ],
];

describe('golden display lists', () => {
  test.each(goldens)('storyboard: %s', async (name, parts, times) => {
    const bare = { without: ['particle300', 'cursor', 'cursortrail', 'cursormiddle'] } as const;
    const printed = printScene(buildScene({ skin: bare, ...parts }), times);
    await expect(printed).toMatchFileSnapshot(`../../golden/storyboards/${name}.txt`);
  });
});
