import { expect, test } from 'vitest';
import { steadyClock } from '../../game/beatmap/song-clock.ts';
import { createFrameDrawer } from './frame-drawer.ts';
import type { FrameSchedule } from './frame-schedule.ts';

/** Ten frames from 0 on, then ten frames from 200 on, at one frame per millisecond. */
const schedule: FrameSchedule = {
  pieces: [
    { start: 0, end: 10, first: 0, frames: 10, fade: 0 },
    { start: 200, end: 210, first: 10, frames: 10, fade: 2 },
  ],
  frames: 20,
  fps: 1000,
  speed: 1,
  songClock: steadyClock(1),
  rate: 1,
  isLast: false,
};

function drawer(bytes = 2) {
  const shown = new Uint8Array(bytes);
  const drawn: number[] = [];
  const draw = async (t: number) => {
    drawn.push(Math.round(t));
    shown.fill(Math.round(t));
  };
  return { drawn, drawFrame: createFrameDrawer(schedule, { draw, read: () => shown }) };
}

test('a frame outside of a cross-fade is drawn once', async () => {
  const { drawn, drawFrame } = drawer();
  expect(await drawFrame(7)).toEqual({ pixels: Uint8Array.of(7, 7), followsDrawn: true });
  expect(await drawFrame(12)).toEqual({ pixels: Uint8Array.of(202, 202), followsDrawn: true });
  expect(drawn).toEqual([7, 202]);
});

test('a frame of a cross-fade mixes the pictures of both pieces', async () => {
  const { drawn, drawFrame } = drawer();
  const values: number[] = [];
  for (let frame = 7; frame < 13; frame++) values.push((await drawFrame(frame)).pixels[0]!);
  // The earlier piece continues for the whole cross-fade before the later one begins.
  expect(drawn).toEqual([7, 8, 9, 10, 11, 198, 199, 200, 201, 202]);
  const mixed = (frame: number, weight: number) => Math.round(frame * (1 - weight) + (frame + 190) * weight);
  expect(values).toEqual([7, mixed(8, 1 / 8), mixed(9, 3 / 8), mixed(10, 5 / 8), mixed(11, 7 / 8), 202]);
});

test('few large pictures are drawn ahead', async () => {
  const { drawn, drawFrame } = drawer(40 * 2 ** 20);
  for (let frame = 8; frame < 12; frame++) await drawFrame(frame);
  expect(drawn).toEqual([8, 9, 198, 199, 10, 11, 200, 201]);
});

test('frames that are not drawn in order are right, too', async () => {
  const { drawFrame } = drawer();
  const values: number[] = [];
  for (const frame of [11, 8, 10]) values.push((await drawFrame(frame)).pixels[0]!);
  expect(values).toEqual([11 + Math.round((190 * 7) / 8), 8 + Math.round(190 / 8), 10 + Math.round((190 * 5) / 8)]);
});

test('the tiles that changed are unknown during a cross-fade and directly after it', async () => {
  const { drawFrame } = drawer();
  const known: boolean[] = [];
  for (let frame = 7; frame < 14; frame++) known.push((await drawFrame(frame)).followsDrawn);
  expect(known).toEqual([true, false, false, false, false, false, true]);
});

test('a frame does not depend on the frames before it', async () => {
  const { drawFrame } = drawer();
  for (let frame = 0; frame < 20; frame++) {
    const { pixels } = await drawFrame(frame);
    expect(await drawer().drawFrame(frame)).toMatchObject({ pixels });
  }
});
