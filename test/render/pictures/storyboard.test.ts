import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { circle, expectColour, frames, prepareScenery } from '../../support/rendering/scenery-render.ts';
import { knockWave, plainPng, renderPlay } from '../../support/rendering/test-render.ts';

const wide = ['WidescreenStoryboard: 1'];
const red = plainPng('red', { width: 200, height: 100 });
const green = plainPng('rgb(0,200,0)', { width: 200, height: 100 });
const sprite = (file: string, ...commands: string[]) => [
  `Sprite,Background,Centre,"${file}",320,240`,
  ' F,0,0,9000,1',
  ...commands,
];

describe('a storyboard', () => {
  test('is drawn from the .osb and the map, with the .osb on top', async () => {
    const osb = new TextEncoder().encode(['[Events]', ...sprite('red.png', ' S,0,0,,0.5')].join('\n'));
    const { pixelAt } = await prepareScenery({
      general: wide,
      events: sprite('green.png'),
      set: { 'a - b (c).osb': osb, 'red.png': red, 'green.png': green },
    });
    expectColour(await pixelAt(500, 290, 165), [255, 0, 0]);
    expectColour(await pixelAt(500, 320 + 60, 180), [0, 200, 0]);
    expectColour(await pixelAt(500, 320 + 80, 180), [0, 0, 0]);
  });

  test.each([
    ['SB\\RED.PNG', 'sb/red.png'],
    ['sb/red', 'sb/red.png'],
    ['sb/red', 'sb/red.jpg'],
  ])('finds %s in %s', async (written, stored) => {
    const { pixelAt } = await prepareScenery({ general: wide, events: sprite(written), set: { [stored]: red } });
    expectColour(await pixelAt(500, 262, 150), [255, 0, 0]);
  });

  test('uses the images of the skin if the map requests them', async () => {
    const skin = { 'skin.ini': new Uint8Array(), 'red.png': green };
    const parts = { events: sprite('red.png'), set: { 'red.png': red }, skin };
    expectColour(await (await prepareScenery({ ...parts, general: wide })).pixelAt(500, 262, 150), [255, 0, 0]);
    const withSkin = await prepareScenery({ ...parts, general: [...wide, 'UseSkinSprites: 1'] });
    expectColour(await withSkin.pixelAt(500, 262, 150), [0, 200, 0]);
  });

  test('is dimmed with the background, additive sprites included', async () => {
    const events = sprite('red.png', ' P,0,0,9000,A');
    const { pixelAt } = await prepareScenery({
      general: wide,
      events,
      set: { 'red.png': red },
      options: { backgroundDim: 0.5 },
    });
    expectColour(await pixelAt(500, 262, 150), [128, 0, 0]);
  });

  test('is clipped to 4:3, with black sides in a stable play [SB13]', async () => {
    const events = ['0,0,"bg.png",0,0', ...sprite('red.png', ' V,0,0,9000,9,1')];
    const set = { 'red.png': red, 'bg.png': plainPng('blue') };
    const { pixelAt } = await prepareScenery({ events, set });
    expectColour(await pixelAt(500, 79, 180), [0, 0, 0]);
    expectColour(await pixelAt(500, 81, 180), [255, 0, 0]);
    expectColour(await pixelAt(500, 558, 180), [255, 0, 0]);
    expectColour(await pixelAt(500, 561, 180), [0, 0, 0]);
    expectColour(await (await prepareScenery({ general: wide, events, set })).pixelAt(500, 40, 180), [255, 0, 0]);
  });

  test('of 4:3 lines up with all of a 4:3 background', async () => {
    const canvas = createCanvas(640, 480);
    const context = canvas.getContext('2d');
    context.fillStyle = 'blue';
    context.fillRect(0, 0, 640, 480);
    context.fillStyle = 'red';
    context.fillRect(0, 0, 640, 60);
    const { pixelAt } = await prepareScenery({
      events: ['0,0,"bg.png",0,0', ...sprite('green.png')],
      set: { 'bg.png': canvas.toBuffer('image/png'), 'green.png': green },
    });
    expectColour(await pixelAt(500, 320, 40), [255, 0, 0]);
    expectColour(await pixelAt(500, 320, 50), [0, 0, 255]);
    expectColour(await pixelAt(500, 320, 355), [0, 0, 255]);
  });

  test('is not drawn without the option', async () => {
    const { pixelAt } = await prepareScenery({
      general: wide,
      events: sprite('red.png'),
      set: { 'red.png': red },
      options: { storyboard: false },
    });
    expectColour(await pixelAt(500, 262, 150), [0, 0, 0]);
  });

  const widePng = Uint8Array.from(red);
  new DataView(widePng.buffer).setUint32(16, 30_000);
  test.each<[what: string, files: Record<string, Uint8Array>, notes: number]>([
    ['missing images', {}, 0],
    ['broken images', { 'a.png': red.subarray(0, 60) }, 1],
    ['empty images', { 'a.png': new Uint8Array() }, 1],
    ['images 30,000 pixels wide', { 'a.png': widePng }, 1],
  ])('with %s is drawn without them', async (_, files, count) => {
    const { pixelAt, notes } = await prepareScenery({
      general: wide,
      events: [...sprite('red.png'), ...sprite('a.png')],
      set: { 'red.png': red, ...files },
    });
    for (const t of [500, 600]) expectColour(await pixelAt(t, 262, 150), [255, 0, 0]);
    expect(notes.filter((note) => note.includes('"a.png" of the storyboard'))).toHaveLength(count);
  });

  test('that is too large is left out, and the play is rendered', async () => {
    const osb = new Uint8Array(11 * 1024 * 1024).fill(32);
    const { pixelAt, notes } = await prepareScenery({
      general: wide,
      events: sprite('red.png'),
      set: { 'x.osb': osb, 'red.png': red },
    });
    expectColour(await pixelAt(500, 262, 150), [255, 0, 0]);
    expect(notes.some((note) => note.startsWith('The storyboard "x.osb" is left out'))).toBe(true);
  });

  test('shrinks images that are larger than the screen', async () => {
    const large = plainPng('red', { width: 4000, height: 2000 });
    const { pixelAt } = await prepareScenery({
      general: wide,
      events: sprite('a.png', ' S,0,0,9000,0.05'),
      set: { 'a.png': large },
    });
    expectColour(await pixelAt(500, 320 + 74, 180), [255, 0, 0], 8);
    expectColour(await pixelAt(500, 320 + 77, 180), [0, 0, 0], 8);
  });

  test('with extreme sizes, positions and angles is drawn', async () => {
    const numbers = ['0', '-1', '1e9', '-1e9', '1e-9', '1e308', 'NaN', '0.00001', '-0.5'];
    const events = numbers.flatMap((a) =>
      numbers.flatMap((b) => [
        ...sprite('red.png'),
        ` V,0,0,9000,${a},${b},${b},${a}`,
        ` R,0,0,9000,${a},${b}`,
        ` M,0,0,9000,${a},${b},320,240`,
      ]),
    );
    const { pixelAt } = await prepareScenery({ general: wide, events, set: { 'red.png': red } });
    for (const t of [0, 1, 500, 4500, 8999]) expect(await pixelAt(t, 0, 0)).toHaveLength(3);
  });

  /** Sprites of every kind that appear, move, rotate, scale and flicker, behind and in front of the play. */
  const variedSprites = Array.from({ length: 40 }, (_, i) => {
    const start = (i * 397) % 7000;
    const layer = ['Background', 'Pass', 'Foreground', 'Overlay'][i % 4];
    const head =
      i % 5 === 0
        ? `Animation,${layer},Centre,"walk.png",${i * 16},${(i * 67) % 480},2,${100 + i},LoopForever`
        : `Sprite,${layer},${['TopLeft', 'Centre', 'BottomRight'][i % 3]},"${i % 2 ? 'red' : 'green'}.png",${i * 16},${(i * 67) % 480}`;
    return [
      head,
      ` F,0,${start},${start + 1500},0.2,1`,
      ` M,${i % 35},${start + 200},${start + 1200},${i * 16},240,${640 - i * 16},${i * 12}`,
      ...(i % 3 === 0 ? [` R,0,${start},${start + 900},0,${i / 7}`] : []),
      ...(i % 3 === 1 ? [` L,${start},4`, '  S,5,0,300,0.3,2', '  S,6,300,450,2,0.3'] : []),
      ...(i % 4 === 2 ? [` P,0,${start},${start + 700},A`] : []),
      ...(i % 6 === 5 ? [' T,HitSound,0,9900', '  V,0,0,400,1,1,3,2'] : []),
    ];
  }).flat();

  test('draws every moment as if it were the first, to the last bit', async () => {
    const parts = {
      options: { width: 320, height: 180 },
      events: ['0,0,"bg.png",0,0', ...variedSprites],
      set: { 'red.png': red, 'green.png': green, 'walk0.png': red, 'walk1.png': green, 'bg.png': plainPng('blue') },
    };
    const warm = await prepareScenery(parts);
    const times = Array.from({ length: 24 }, (_, i) => (i * 3571) % 9700);
    for (const t of times) {
      const cold = await prepareScenery(parts);
      expect(Buffer.compare(await warm.frameAt(t), await cold.frameAt(t)), `at ${t}`).toBe(0);
    }
  });

  test('is heard in the video', async () => {
    const { read } = await renderPlay({
      objects: [circle],
      frames,
      events: ['Sample,1500,0,"knock.wav",100'],
      set: { 'knock.wav': knockWave() },
      options: { start: 1000, end: 2000, width: 64, height: 36, fps: 10, storyboard: true },
    });
    const { samples } = read();
    const peak = (from: number, to: number) => Math.max(...samples.subarray(from * 96, to * 96).map(Math.abs));
    expect(peak(0, 490)).toBeLessThan(0.01);
    expect(peak(495, 600)).toBeGreaterThan(0.1);
  });
});
