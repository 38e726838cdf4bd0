import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { prepareRender, type RenderOptions } from '../../../src/rendering/render/index.ts';
import { frameAt, printDisplayList } from '../../../src/rendering/scene/index.ts';
import { buildRequest, emptyFolder, type PlayParts, plainPng } from '../../support/rendering/test-render.ts';
import { moving } from '../../support/replays/build-play.ts';
import { encodeTestClip } from '../../support/video/test-clip.ts';

/** One of everything that an option may change: a hit circle, a followed slider, pressed keys. */
const parts: PlayParts = {
  objects: ['100,100,1500,5,0', '100,200,2000,2,0,L|300:200,1,200,0|0'],
  frames: moving(0, 4000, 10, (t) =>
    t < 1700
      ? [100, 100, t >= 1510 && t < 1560 ? 5 : 0]
      : [100 + Math.max(0, Math.min(200, (t - 2000) / 5)), 200, t >= 1990 ? 5 : 0],
  ),
  events: ['0,0,"bg.png",0,0'],
  // As large as the video, because scaling it takes a quarter of the time of a preparation.
  set: { 'bg.png': plainPng('rgb(200,100,50)', { width: 640, height: 360 }) },
};
/** The circle is visible; it is hit; the slider snakes in; its ball moves; both have ended. */
const times = [1400, 1530, 1000, 1900, 2400, 3200];

async function linesWith(options: Partial<RenderOptions>, more: Partial<PlayParts> = {}): Promise<string[]> {
  const { renderer } = await prepareRender(buildRequest({ ...parts, ...more, options }));
  return times.flatMap((t) => [`at ${t}`, ...printDisplayList(frameAt(renderer.scene, t)).split('\n')]);
}

let defaults: Promise<string[]> | undefined;

/** The lines with the default options, drawn once for all comparisons. */
function defaultLines(): Promise<string[]> {
  defaults ??= linesWith({});
  return defaults;
}

describe('an option changes only what it is for:', () => {
  test.each(['keyOverlay', 'hitErrorMeter'] as const)('%s removes its element and nothing else', async (option) => {
    const shown = await linesWith({ [option]: true });
    const hidden = await linesWith({ [option]: false });
    expect(hidden.length).toBeLessThan(shown.length);
    expect(isPartOf(hidden, shown)).toBe(true);
  });

  test('backgroundDim changes only the background', async () => {
    const [dark, bright] = [await linesWith({ backgroundDim: 0.9 }), await linesWith({ backgroundDim: 0.1 })];
    const changed = differing(dark, bright);
    expect(changed).toHaveLength(2 * times.length);
    expect(changed.every((line) => line.includes('background'))).toBe(true);
  });

  test.each(['snakingIn', 'snakingOut'] as const)('%s changes sliders alone', async (option) => {
    const [on, off] = [await linesWith({ [option]: true }), await linesWith({ [option]: false })];
    const changed = differing(on, off);
    expect(changed.some((line) => line.startsWith('body'))).toBe(true);
    expect(changed.filter((line) => !/^body|slider|reversearrow|hitcircle/.test(line))).toEqual([]);
  });

  test('motionBlur draws moving objects at several moments and changes nothing else', async () => {
    const [blurred, sharp] = [await linesWith({ motionBlur: true }), await linesWith({ motionBlur: false })];
    const changed = differing(blurred, sharp);
    expect(changed.some((line) => /^\d+ moments/.test(line))).toBe(true);
    // Digits of the score roll, and slider ends snake in.
    const moving = /cursor|approachcircle|sliderb|sliderfollowcircle|score-\d|hitcircle/;
    expect(changed.filter((line) => !moving.test(line))).toEqual([]);
    expect(sharp.filter((line) => /^\d+ moments/.test(line))).toEqual([]);
  });

  test('skipIntro begins later and changes no later frame', async () => {
    const late = { objects: ['100,100,9000,5,0'], frames: [[20_000, 0, 0, 0]] } as const;
    const shows = await Promise.all(
      [true, false].map(async (skipIntro) => {
        const { renderer, schedule } = await prepareRender(buildRequest({ ...parts, ...late, options: { skipIntro } }));
        return { schedule, lines: printDisplayList(frameAt(renderer.scene, 9000)).split('\n') };
      }),
    );
    expect(shows.map(({ schedule }) => schedule.pieces[0].start)).toEqual([6800, 0]);
    expect(differing(shows[0]!.lines, shows[1]!.lines).filter((line) => !line.startsWith('pie'))).toEqual([]);
  });

  test('cursorSize changes only the cursor', async () => {
    const changed = differing(await defaultLines(), await linesWith({ cursorSize: 2 }));
    expect(changed.filter((line) => /^default\/cursor(@2x)?\.png /.test(line))).toHaveLength(2 * times.length);
    expect(changed.filter((line) => !line.includes('cursor'))).toEqual([]);
  });

  test('comboColours changes only colours, and only for maps that define them', async () => {
    const colours = ['Combo1 : 255,0,0', 'Combo2 : 255,0,0', 'SliderBorder : 0,255,0'];
    const [map, skin] = [await linesWith({}, { colours }), await linesWith({ comboColours: 'skin' }, { colours })];
    expect(skin).not.toEqual(map);
    const bare = (lines: string[]) => lines.map((line) => line.replace(/#[0-9a-f]{6}/g, 'colour'));
    expect(bare(skin)).toEqual(bare(map));
    expect(skin).toEqual(await defaultLines());
    expect(await linesWith({ comboColours: 'skin' })).toEqual(await defaultLines());
  });

  test('storyboard adds its sprites and changes nothing else', async () => {
    const events = ['0,0,"bg.png",0,0', 'Sprite,Foreground,Centre,"a.png",320,240', ' F,0,0,9000,1'];
    const set = { ...parts.set, 'a.png': plainPng('red') };
    const general = ['WidescreenStoryboard: 1'];
    const [shown, hidden] = [true, false].map((storyboard) => linesWith({ storyboard }, { events, set, general }));
    const changed = differing(await shown!, await hidden!);
    expect(changed).toHaveLength(times.length);
    expect(changed.every((line) => line.startsWith('storyboard/a.png'))).toBe(true);
  });

  test('video replaces the background and changes nothing else', async () => {
    const file = join(emptyFolder(), 'clip.avi');
    const clip = await encodeTestClip({
      file,
      format: 'avi',
      codec: 'mpeg4',
      frames: 150,
      colour: () => [120, 128, 128],
    });
    const events = ['0,0,"bg.png",0,0', 'Video,0,"clip.avi"'];
    const set = { ...parts.set, 'clip.avi': clip };
    const [shown, hidden] = [true, false].map((video) => linesWith({ video }, { events, set }));
    const changed = differing(await shown!, await hidden!);
    expect(changed).toHaveLength(2 * times.length);
    expect(changed.every((line) => /^(video|background) /.test(line))).toBe(true);
  });

  test('strainGraph adds its bars and changes nothing else', async () => {
    const [shown, hidden] = [await linesWith({ strainGraph: true }), await linesWith({ strainGraph: false })];
    expect(isPartOf(hidden, shown)).toBe(true);
    const added = shown.length - hidden.length;
    expect(added).toBe(49 * times.length);
  });

  test('backgroundBlur softens the background image and leaves the display list', async () => {
    const set = { 'bg.png': halvedPng() };
    expect(await linesWith({ backgroundBlur: 1 }, { set })).toEqual(await linesWith({}, { set }));
    // A row across the middle of the bare background, dark on the left and light on the right.
    const row = async (backgroundBlur: number) => {
      const options = { backgroundBlur, backgroundDim: 0 };
      const { renderer } = await prepareRender(buildRequest({ ...parts, set, options }));
      await renderer.draw(0);
      const { pixels, strideBytes } = renderer.compositor.rgba();
      return [-40, -4, 3, 40].map((x) => pixels[300 * strideBytes + (320 + x) * 4]!);
    };
    expect(await row(0)).toEqual([0, 0, 200, 200]);
    const [dark, darker, lighter, light] = await row(1);
    expect([dark, light]).toEqual([0, 200]);
    expect(darker).toBeGreaterThan(20);
    expect(lighter).toBeLessThan(180);
  });

  test('parallax loads a larger background and draws the same display list', async () => {
    const background = (lines: string[]) => lines.filter((line) => line.startsWith('background'));
    const moved = background(await linesWith({ parallax: true }));
    expect(moved.every((line) => line.includes(' ×1 '))).toBe(true);
    expect(new Set(moved.map((line) => line.split(' ')[1])).size).toBeGreaterThan(1);
    const fixed = background(await defaultLines());
    expect(new Set(fixed.map((line) => line.split(' ')[1])).size).toBe(1);
  });

  test('options of the encoder, the length and the sound change no picture', async () => {
    const options: Partial<RenderOptions> = {
      fps: 30,
      crf: 40,
      preset: 'medium',
      encoder: 'libx265',
      start: 1000,
      end: 3000,
      speed: 2,
      volume: 0.5,
      musicVolume: 0.5,
      hitsoundVolume: 0.5,
      hitSounds: 'skin',
      nightcoreSamples: false,
      ignoreFail: true,
      preview: 'gif',
    };
    expect(await linesWith(options)).toEqual(await defaultLines());
  });

  test('the resolution changes the size of all items and the number of none', async () => {
    const [small, large] = [await defaultLines(), await linesWith({ width: 1280, height: 720 })];
    const kinds = (lines: string[]) => lines.map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(kinds(large).filter((kind) => kind.startsWith('at'))).toEqual(
      kinds(small).filter((kind) => kind.startsWith('at')),
    );
    expect(large).not.toEqual(small);
  });

  test('skinCursor chooses between the cursor of the skin and the built-in one, and changes nothing else', async () => {
    const skin = {
      'skin.ini': new TextEncoder().encode('[General]\nVersion: 2.7\nCursorRotate: 0\nCursorExpand: 0\n'),
      'cursor.png': plainPng('red', { width: 64, height: 64 }),
      'cursortrail.png': plainPng('red', { width: 16, height: 16 }),
      'hitcircle.png': plainPng('red', { width: 128, height: 128 }),
    };
    const [theirs, ours, bare] = [
      await linesWith({}, { skin }),
      await linesWith({ skinCursor: false }, { skin }),
      await defaultLines(),
    ];
    const cursors = (lines: readonly string[]) => lines.filter((line) => /cursor/.test(line));
    const others = (lines: readonly string[]) => lines.filter((line) => !/cursor/.test(line));
    expect(cursors(theirs).every((line) => line.includes('user/cursor'))).toBe(true);
    expect(cursors(ours)).toEqual(cursors(bare));
    expect(others(ours)).toEqual(others(theirs));
    expect(await linesWith({ skinCursor: false })).toEqual(bare);
  });

  test('a skin replaces its elements, and the built-in skin has the others', async () => {
    const skin = { 'skin.ini': new Uint8Array(), 'hitcircle.png': plainPng('red', { width: 128, height: 128 }) };
    const [ours, theirs] = [await defaultLines(), await linesWith({}, { skin })];
    expect(theirs.some((line) => line.includes('user/hitcircle.png'))).toBe(true);
    expect(ours.some((line) => line.includes('user/'))).toBe(false);
    expect(theirs.some((line) => line.includes('default/approachcircle'))).toBe(true);
  });
});

/** Black on the left, bright on the right. */
function halvedPng(): Uint8Array {
  const canvas = createCanvas(640, 360);
  const context = canvas.getContext('2d');
  context.fillStyle = 'black';
  context.fillRect(0, 0, 640, 360);
  context.fillStyle = 'rgb(200,200,200)';
  context.fillRect(320, 0, 320, 360);
  return canvas.toBuffer('image/png');
}

/** Lines that only one of two lists has, those of the first list first. */
function differing(one: readonly string[], other: readonly string[]): string[] {
  const inOther = new Set(other);
  const inOne = new Set(one);
  return [...one.filter((line) => !inOther.has(line)), ...other.filter((line) => !inOne.has(line))];
}

/** Whether one list is a subsequence of another. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let found = 0;
  for (const line of whole) if (line === part[found]) found++;
  return found === part.length;
}
