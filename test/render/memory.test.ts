import { expect, test } from 'vitest';
import { median } from '../../bench/median.ts';
import { taps } from '../support/plays.ts';
import { watchRender } from '../support/watched-render.ts';

const linux = process.platform === 'linux';
if (!linux) console.warn('How much memory a render takes is told by Linux only, and not tested here.');

/** Sliders all the way, several at a time, each of them hit. */
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

test.runIf(linux)('a long play takes no more memory in its second half than in its first', async () => {
  const { end, ...play } = sliders(600);
  const { code, moments } = await watchRender(play, [
    ...['--resolution', '640x360', '--preset', 'ultrafast', '--fps', '4', '--end', String(end / 1000)],
  ]);
  expect(code).toBe(0);
  const usualMb = (from: number, to: number) =>
    median(moments.filter(({ done }) => done > from && done <= to).map(({ mb }) => mb));
  // 1 MB in all; were their bodies kept, it would be 10. The first tenth is when pictures and code are loaded.
  expect(usualMb(0.5, 1) - usualMb(0.1, 0.5)).toBeLessThan(6);
});
