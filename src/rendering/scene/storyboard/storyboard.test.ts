import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/processes/cpu-clock.ts';
import { moving } from '../../../../test/support/replays/build-play.ts';
import { buildScene, type SceneParts } from '../../../../test/support/scene/build-scene.ts';
import { drawBackgroundLayers } from '../background/background-layers.ts';
import { createDisplayList, type SpriteItem } from '../display-list/display-list.ts';
import { frameAt } from '../frame.ts';
import type { Scene } from '../scene.ts';

// The frame is 1920×1080: a storyboard unit is 2.25 pixels, and (320, 240) is the centre of the frame.

const plain: SceneParts = { general: ['WidescreenStoryboard: 1'], options: { backgroundDim: 0 } };

function buildSceneWith(events: readonly string[], parts: SceneParts = {}): Scene {
  return buildScene({ ...plain, ...parts, events });
}

/** A sprite in the centre with these commands. */
const spriteWith = (...commands: string[]) => ['Sprite,Background,Centre,"a.png",320,240', ...commands];

function spritesAt(scene: Scene, t: number): SpriteItem[] {
  const list = createDisplayList();
  drawBackgroundLayers(list, scene, t);
  return list.items.filter(
    (item): item is SpriteItem => item.kind === 'sprite' && item.image.startsWith('storyboard/'),
  );
}

/** The files of the sprites in drawing order, without extension. */
const filesAt = (scene: Scene, t: number) => spritesAt(scene, t).map(({ image }) => image.replace(/^.*\/|\.png$/g, ''));

type Look = Partial<
  Pick<SpriteItem, 'at' | 'scale' | 'scaleY' | 'rotation' | 'alpha' | 'tint' | 'additive' | 'origin'>
>;

describe('a command:', () => {
  const half = Math.SQRT1_2;
  test.each<[string, readonly string[], number, Look]>([
    ['F fades', [' F,0,0,1000,0.2,1'], 500, { alpha: 0.6 }],
    ['M moves both ways', [' M,0,0,1000,320,240,420,140'], 500, { at: { x: 960 + 50 * 2.25, y: 540 - 50 * 2.25 } }],
    ['MX moves horizontally', [' MX,0,0,1000,320,420'], 250, { at: { x: 960 + 25 * 2.25, y: 540 } }],
    ['MY moves vertically', [' MY,0,0,1000,240,0'], 1000 - 1, { at: { x: 960, y: 540 - 239.76 * 2.25 } }],
    ['S scales', [' S,0,0,1000,1,3'], 500, { scale: 4.5, scaleY: 4.5 }],
    ['V scales by axis', [' V,0,0,1000,1,2,3,4'], 500, { scale: 4.5, scaleY: 6.75 }],
    ['V and S multiply', [' V,0,0,1000,2,3', ' S,0,0,,0.5'], 500, { scale: 2.25, scaleY: 3.375 }],
    ['R rotates', [' R,0,0,1000,0,3'], 500, { rotation: 1.5 }],
    ['C tints', [' C,0,0,1000,255,0,100,55,200,100'], 500, { tint: { r: 155, g: 100, b: 100 } }],
    ['C is clamped to valid colours', [' C,0,0,1000,300,-5,100'], 500, { tint: { r: 255, g: 0, b: 100 } }],
    ['P A adds light', [' P,0,0,1000,A'], 500, { additive: true }],
    ['P H mirrors horizontally', [' P,0,0,1000,H'], 500, { scale: -2.25, scaleY: 2.25 }],
    ['P V mirrors vertically', [' P,0,0,1000,V'], 500, { scale: 2.25, scaleY: -2.25 }],
    ['easing 15 starts slowly', [' F,15,0,1000,0,1'], 500, { alpha: 1 - half }],
    [
      'F changes nothing else',
      [' F,0,0,1000,1'],
      500,
      { at: { x: 960, y: 540 }, scale: 2.25, rotation: 0, additive: false },
    ],
  ])('%s', (_, commands, t, look) => {
    const [sprite] = spritesAt(
      buildSceneWith(
        spriteWith(' F,0,0,,1', ' F,0,1000,,1', ...commands).toSpliced(1, commands[0]!.startsWith(' F') ? 2 : 0),
      ),
      t,
    );
    expect(sprite).toBeDefined();
    for (const [name, value] of Object.entries(look)) {
      const found = sprite![name as keyof Look];
      if (typeof value === 'number') expect(found, name).toBeCloseTo(value, 4);
      else if (typeof value === 'boolean') expect(found, name).toBe(value);
      else
        for (const [axis, number] of Object.entries(value)) expect((found as never)[axis], axis).toBeCloseTo(number, 3);
    }
  });

  // Robert Penner's functions at a quarter of the time; 26 and 27 have a half and a quarter of the period.
  test.each([
    [0, 0.25],
    [1, 0.4375],
    [2, 0.0625],
    [3, 0.0625],
    [4, 0.4375],
    [5, 0.125],
    [6, 0.015625],
    [7, 0.578125],
    [8, 0.0625],
    [9, 0.00390625],
    [10, 0.68359375],
    [11, 0.03125],
    [12, 0.0009765625],
    [13, 0.7626953125],
    [14, 0.015625],
    [15, 0.0761204675],
    [16, 0.3826834324],
    [17, 0.1464466094],
    [18, 0.0055242717],
    [19, 0.8232233047],
    [20, 0.015625],
    [21, 0.0317541634],
    [22, 0.6614378278],
    [23, 0.0669872981],
    [24, -0.0055242717],
    [25, 0.9116116524],
    [26, 1.1530969],
    [27, 0.9542468],
    [28, 0.0119694],
    [29, -0.0641365625],
    [30, 0.8174096875],
    [31, -0.0996818437],
    [32, 0.02734375],
    [33, 0.47265625],
    [34, 0.1171875],
    [35, 0.25],
  ])('easing %d has covered %d of the distance after a quarter of the time', (easing, fraction) => {
    const [sprite] = spritesAt(buildSceneWith(spriteWith(` MX,${easing},0,1000,320,420`)), 250);
    expect((sprite!.at.x - 960) / 225).toBeCloseTo(fraction, 4);
  });
});

describe('alpha', () => {
  test.each([
    [-0.5, null],
    [0, null],
    [0.25, 0.25],
    [1, 1],
    [1.25, 0.25],
    [2.5, 0.5],
  ])('%d is drawn as %d [SB9]', (alpha, expected) => {
    const [sprite] = spritesAt(buildSceneWith(spriteWith(` F,0,0,1000,${alpha}`)), 500);
    if (expected === null) expect(sprite).toBeUndefined();
    else expect(sprite!.alpha).toBeCloseTo(expected, 5);
  });
});

describe('the lifetime of a sprite', () => {
  test.each([
    [-1, []],
    [0, ['a']],
    [999, ['a']],
    [1000, []],
  ])('lasts from its first command to the end of its last: at %d ms', (t, files) => {
    expect(filesAt(buildSceneWith(spriteWith(' S,0,0,500,1', ' R,0,400,1000,0')), t)).toEqual(files);
  });

  test('is empty without commands and for a missing file', () => {
    expect(filesAt(buildSceneWith(['Sprite,Background,Centre,"a.png",320,240']), 0)).toEqual([]);
    expect(filesAt(buildSceneWith(['Sprite,Background,Centre,"none.png",320,240', ' F,0,0,1000,1']), 0)).toEqual([]);
  });

  test.each([
    [0, 1],
    [999, 1],
    [1500, 0],
    [4000, 0],
    [5500, 0.5],
    [6000, 1],
    [8999, 1],
  ])('spans long invisible times: at %d ms its alpha is %d', (t, alpha) => {
    const scene = buildSceneWith(spriteWith(' F,0,0,1000,1', ' F,0,1000,,0', ' F,0,5000,6000,0,1', ' S,0,0,9000,1'));
    expect(spritesAt(scene, t)[0]?.alpha ?? 0).toBeCloseTo(alpha, 5);
  });

  test.each([
    [1050, 0.5],
    [1150, 0.5],
    [1_000_000_050, 0.5],
    [900_000_050, 0.5],
  ])('covers a loop of a billion repetitions: at %d ms its alpha is %d', (t, alpha) => {
    const scene = buildSceneWith(spriteWith(' L,1000,1000000000', '  F,0,0,100,0,1'));
    expect(spritesAt(scene, t)[0]?.alpha).toBeCloseTo(alpha, 5);
  });

  test.each([' L,1000,5', ' L,1000,1000000000'])('is not extended by a loop of no length (%s)', (loop) => {
    const scene = buildSceneWith(spriteWith(loop, '  F,0,0,0,1', ' S,0,0,2000,1'));
    expect(spritesAt(scene, 999)[0]?.alpha).toBe(1);
    expect(spritesAt(scene, 1500)[0]?.alpha).toBe(1);
  });

  test('before 0 makes the scene start earlier, by at most 30 seconds', () => {
    expect(buildSceneWith(spriteWith(' F,0,-4000,1000,1')).span.start).toBe(-4000);
    expect(buildSceneWith(spriteWith(' F,0,-4000,0,0', ' F,0,0,1000,1')).span.start).toBe(buildScene(plain).span.start);
    expect(buildSceneWith(spriteWith(' F,0,-9000000,1000,1')).span.start).toBe(-30_000);
  });
});

describe('an animation', () => {
  const shown = (type: string, t: number, start = 0) =>
    filesAt(
      buildSceneWith([`Animation,Background,Centre,"sb/fire.png",320,240,3,100,${type}`, ` F,0,${start},9000,1`]),
      t,
    );
  test.each([
    [0, 'fire0', 'fire0'],
    [99, 'fire0', 'fire0'],
    [100, 'fire1', 'fire1'],
    [299, 'fire2', 'fire2'],
    [300, 'fire0', 'fire2'],
    [8999, 'fire2', 'fire2'],
  ])('at %d ms shows %s, or %s if it runs once', (t, looping, once) => {
    expect(shown('LoopForever', t)).toEqual([looping]);
    expect(shown('LoopOnce', t)).toEqual([once]);
  });

  test('starts with its first command', () => {
    expect(shown('LoopForever', 5100, 5000)).toEqual(['fire1']);
  });

  test('without a delay shows its first frame', () => {
    const scene = buildSceneWith(['Animation,Background,Centre,"fire.png",320,240,3,0', ' F,0,0,9000,1']);
    expect(filesAt(scene, 1234)).toEqual(['fire0']);
  });

  test('of a file without an extension appends the frame number', () => {
    const scene = buildSceneWith(['Animation,Background,Centre,"sb.x/fire",320,240,3,100', ' F,0,0,9000,1']);
    expect(filesAt(scene, 100)).toEqual(['fire1']);
  });
});

describe('an origin', () => {
  test.each([
    ['TopLeft', 0, 0, 1, 1],
    ['TopCentre', 0.5, 0, 0.5, 1],
    ['TopRight', 1, 0, 0, 1],
    ['CentreLeft', 0, 0.5, 1, 0.5],
    ['Centre', 0.5, 0.5, 0.5, 0.5],
    ['CentreRight', 1, 0.5, 0, 0.5],
    ['BottomLeft', 0, 1, 1, 0],
    ['BottomCentre', 0.5, 1, 0.5, 0],
    ['BottomRight', 1, 1, 0, 0],
    ['Custom', 0, 0, 1, 1],
  ])('%s is (%d, %d), and mirrored with the image [SB12]', (name, x, y, otherX, otherY) => {
    const originWith = (...commands: string[]) =>
      spritesAt(buildSceneWith([`Sprite,Background,${name},"a.png",320,240`, ' F,0,0,1000,1', ...commands]), 500)[0]!
        .origin;
    expect(originWith()).toEqual({ x, y });
    expect(originWith(' P,0,0,1000,H', ' P,0,0,1000,V')).toEqual({ x: otherX, y: otherY });
    expect(originWith(' V,0,0,1000,-1,-1')).toEqual({ x: otherX, y: otherY });
    expect(originWith(' V,0,0,1000,-1,-1', ' P,0,0,1000,H', ' P,0,0,1000,V')).toEqual({ x, y });
    expect(originWith(' S,0,0,1000,-1')).toEqual({ x, y });
  });
});

describe('whether a sprite is still:', () => {
  const still = (t: number, ...commands: string[]) => spritesAt(buildSceneWith(spriteWith(...commands)), t)[0]!.still;
  test.each<[string, number, boolean]>([
    [' F,0,0,9000,0.5,1', 10, true],
    [' MX,0,0,1000,0,100', 500, false],
    [' S,0,0,1000,1,2', 500, false],
    [' V,0,0,1000,1,2,3,4', 500, false],
    [' S,0,0,1000,2,2', 500, true],
    [' R,0,0,1000,0,2', 500, true],
  ])('%s at %d is %s', (command, t, expected) => {
    expect(still(t, command, ' F,0,9000,,1')).toBe(expected);
  });

  test('a sprite is still only if it stays so for some time', () => {
    const steps = [' S,0,0,,1', ' S,0,200,,2', ' S,0,400,,3', ' F,0,0,9000,1'];
    expect([100, 300, 500].map((t) => still(t, ...steps))).toEqual([false, false, true]);
    const loop = [' L,0,10', '  S,0,0,100,1,2', '  S,0,100,1000,2,2', ' F,0,0,9000,1'];
    expect([50, 150, 999, 1050, 1150].map((t) => still(t, ...loop))).toEqual([false, true, true, false, true]);
  });
});

describe('an invisible sprite is not listed:', () => {
  test.each([
    ['left of the screen', [' M,0,0,1000,-160,240']],
    ['above the screen', [' M,0,0,1000,320,-30']],
    ['far outside and huge', [' M,0,0,1000,1000000000,240', ' S,0,0,1000,1000000000']],
    ['much thinner than a pixel', [' V,0,0,1000,0.0004,1']],
    ['without a size', [' S,0,0,1000,0']],
  ])('%s', (_, commands) => {
    expect(filesAt(buildSceneWith(spriteWith(' F,0,0,1000,1', ...commands)), 500)).toEqual([]);
  });

  test.each([
    ['a sprite that reaches into the screen', [' M,0,0,1000,-150,240']],
    ['a sprite that reaches in by its rotation', [' M,0,0,1000,320,-40', ' R,0,0,1000,1.5708']],
  ])('%s is listed', (_, commands) => {
    expect(filesAt(buildSceneWith(spriteWith(' F,0,0,1000,1', ...commands)), 500)).toEqual(['a']);
  });

  test('at full dim', () => {
    const scene = buildSceneWith(spriteWith(' F,0,0,1000,1'), { options: { backgroundDim: 1 } });
    expect(filesAt(scene, 500)).toEqual([]);
  });
});

test.each(['Background', 'Overlay'])('parallax moves the %s layer with the background, in whole pixels', (layer) => {
  const moved = (parallax: boolean) => {
    const scene = buildSceneWith([`Sprite,${layer},Centre,"a.png",220,240`, ' F,0,0,9000,1'], {
      objects: ['256,192,9000,1,0'],
      frames: moving(0, 9000, 10, () => [512, 384, 0]),
      background: { width: 1920, height: 1080 },
      options: { backgroundDim: 0, parallax },
    });
    const sprites = frameAt(scene, 5000).items.filter((item): item is SpriteItem => item.kind === 'sprite');
    return ['storyboard/a.png', 'background'].map((image) => sprites.find((sprite) => sprite.image === image)!);
  };
  const [still] = moved(false);
  const [sprite, background] = moved(true);
  const shift = { x: Math.round(background!.at.x - 960), y: Math.round(background!.at.y - 540) };
  expect(shift.x).toBeGreaterThan(10);
  expect(shift.y).toBeGreaterThan(10);
  expect(still!.at).toEqual({ x: 960 - 100 * 2.25, y: 540 });
  expect(sprite!.at.x).toBeCloseTo(960 + shift.x - 100 * 2.25 * 1.04, 6);
  expect(sprite!.at.y).toBe(540 + shift.y);
  expect(sprite!.scale).toBeCloseTo(2.25 * 1.04, 6);
});

test('the cost of a frame depends on the visible sprites, not on all fifty thousand', () => {
  const events = Array.from({ length: 50_000 }, (_, i) => [
    `Sprite,Background,Centre,"${i}.png",320,240`,
    ` F,0,${i * 10},${i * 10 + 100},1`,
  ]);
  const scene = buildSceneWith(events.flat());
  expect(filesAt(scene, 250_000)).toHaveLength(10);
  const cpuMs = startCpuClock();
  for (let t = 0; t < 1000; t++) frameAt(scene, t * 400);
  // Testing every sprite in every frame would take minutes.
  expect(cpuMs()).toBeLessThan(20_000);
});

test('the background image is hidden only if a sprite of the Background layer uses it [SB13]', () => {
  const scene = (events: readonly string[]) => {
    const built = buildSceneWith(['0,0,"Bg.png",0,0', ...events], { background: { width: 1920, height: 1080 } });
    return frameAt(built, 500).items.some((item) => item.kind === 'sprite' && item.image === 'background');
  };
  expect(scene(['Sprite,Background,Centre,"a.png",320,240', ' F,0,0,1000,1'])).toBe(true);
  expect(scene(['Sprite,Foreground,Centre,"bg.png",320,240', ' F,0,0,1000,1'])).toBe(true);
  expect(scene(['Sprite,Background,Centre,"bG.png",320,240', ' F,0,90000,,1'])).toBe(false);
});
