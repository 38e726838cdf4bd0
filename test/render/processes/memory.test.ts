import { expect, test } from 'vitest';
import { median } from '../../../bench/median.ts';
import { type PlayParts, plainPng } from '../../support/rendering/test-render.ts';
import { watchRender } from '../../support/rendering/watched-render.ts';
import { taps } from '../../support/replays/build-play.ts';

const linux = process.platform === 'linux';
if (!linux) console.warn('Only Linux reports the memory of a process: the memory tests are skipped.');

/** Overlapping sliders, all of them hit. */
function sliders(count: number) {
  const starts = Array.from({ length: count }, (_, i): [time: number, x: number, y: number] => {
    return [2000 + 250 * i, 40 + ((i * 137) % 200), 40 + ((i * 89) % 300)];
  });
  return {
    objects: starts.map(([time, x, y]) => `${x},${y},${time},2,0,L|${x + 200}:${y},1,200`),
    frames: taps(starts, starts.at(-1)![0] + 2000),
    end: starts.at(-1)![0],
  };
}

test.runIf(linux)('a long play needs no more memory in its second half than in its first', async () => {
  const { end, ...play } = sliders(600);
  // At four times the speed there is a quarter of the sound to encode, which would take most of the time.
  const { code, moments } = await watchRender(play, [
    '--resolution',
    '640x360',
    '--preset',
    'ultrafast',
    '--fps',
    '16',
    '--set',
    'speed=4',
    '--end',
    String(end / 1000),
  ]);
  expect(code).toBe(0);
  const medianMb = (from: number, to: number) =>
    median(moments.filter(({ done }) => done > from && done <= to).map(({ mb }) => mb));
  // The difference is 1 MB, and would be 10 MB if slider bodies were kept. Images and code load in the first tenth.
  expect(medianMb(0.5, 1) - medianMb(0.1, 0.5)).toBeLessThan(6);
});

/** 5,000 objects that all start at two seconds. */
const atOnce = (line: (i: number) => string) => Array.from({ length: 5_000 }, (_, i) => line(i));
const bent = (i: number, steps: readonly number[]) =>
  steps.map((step, at) => (i * step) % (at % 2 === 0 ? 512 : 384)).join(':');
const circle = '256,192,2000,1,0';
const large = plainPng('red', { width: 8_000, height: 5_000 });
const square = plainPng('red', { width: 2_000, height: 2_000 });
const sprites = Array.from({ length: 100 }, (_, i) => `Sprite,Background,Centre,"${i}.png",320,240\r\n F,0,0,9000,1`);

const maxMb = 1_500;
test.runIf(linux).each<[what: string, parts: PlayParts]>([
  ['5,000 circles at once', { objects: atOnce((i) => `${i % 512},${i % 384},2000,1,0`) }],
  [
    '5,000 sliders across the screen at once',
    {
      objects: atOnce(
        (i) =>
          `${(i * 7) % 512},${(i * 13) % 384},2000,2,0,B|${bent(i, [31, 17])}|${bent(i, [5, 3])}|${bent(i, [11, 23])},1,400`,
      ),
    },
  ],
  ['sliders that leave the screen', { objects: atOnce(() => '256,192,2000,2,0,L|90000:-90000,1,9000').slice(0, 100) }],
  [
    'a background of 40 million pixels, a storyboard of 400 million and a skin of 160 million',
    {
      events: ['0,0,"bg.png",0,0', ...sprites],
      set: { 'bg.png': large, ...Object.fromEntries(sprites.map((_, i) => [`${i}.png`, square])) },
      skin: Object.fromEntries(
        ['hitcircle', 'hitcircleoverlay', 'approachcircle', 'cursor'].map((name) => [`${name}.png`, large]),
      ),
    },
  ],
])('%s at 1080p: less than 1.5 GB', async (_, parts) => {
  const render = await watchRender({ objects: [circle], frames: taps([[2000, 256, 192]], 5000), ...parts }, [
    '--preset',
    'ultrafast',
    '--start',
    '1.9',
    '--end',
    '1.95',
  ]);
  expect(render.code).toBe(0);
  expect(render.maxMb).toBeGreaterThan(0);
  expect(render.maxMb).toBeLessThan(maxMb);
});
