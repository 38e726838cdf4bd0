import { expect, test } from 'vitest';
import { readReplay, writeReplay } from '../../../src/game/replay/index.ts';
import {
  type PreparedRender,
  prepareRender,
  type RenderOptions,
  songTimeOf,
} from '../../../src/rendering/render/index.ts';
import { createVideoRenderer } from '../../../src/rendering/scene-loader/index.ts';
import { arrangePanes } from '../../../src/rendering/scene-loader/split/arrange-panes.ts';
import { assets } from '../../support/processes/built-files.ts';
import { picturesOf } from '../../support/rendering/segment-render.ts';
import { expectStills, stillOf, stillSize } from '../../support/rendering/stills.ts';
import { filesOf, smallOptions } from '../../support/rendering/test-render.ts';
import { changed, demoMap, demoReplays } from '../../support/replays/demo-players.ts';
import { togetherDefaults } from '../../support/scene/build-together.ts';

const replays = demoReplays(4);
const doubleTime = 64;

/** Prepares a split video of replays of the demo. */
function prepare(files: readonly Uint8Array[], options: Partial<RenderOptions> = {}): Promise<PreparedRender> {
  const named = files.map((bytes, i) => ({ name: `${i}.osr`, bytes }));
  return prepareRender({
    replay: named[0]!.bytes,
    replays: named,
    beatmap: { files: filesOf({ 'demo.osu': demoMap }) },
    skin: null,
    assets,
    options: { ...smallOptions, ...stillSize, together: { ...togetherDefaults, layout: 'split' }, ...options },
  });
}

test.each([2, 3, 4])('together-split-%d', async (count) => {
  const { renderer } = await prepare(replays.slice(0, count));
  try {
    const stills: string[] = [];
    for (const t of [8_030, 45_000, 55_500]) {
      await renderer.draw(t);
      stills.push(`at ${t}\n${stillOf(renderer.compositor.rgba())}`);
    }
    expectStills(`together-split-${count}`, stills);
  } finally {
    await renderer.close();
  }
});

test('every picture has the pixels of its play alone, at the time of its own clock', async () => {
  const faster = changed(replays[1]!, { modBits: doubleTime });
  const { renderer, scenes } = await prepare([replays[0]!, faster]);
  const first = renderer.scene.play.map.objects[0]!.startTime;
  const places = arrangePanes(2, stillSize);
  await renderer.draw(first + 4000);
  const { pixels, strideBytes } = renderer.compositor.rgba();
  for (const [i, t] of [first + 4000, first + 6000].entries()) {
    const { left, top, width, height } = places[i]!;
    const alone = await createVideoRenderer([scenes[i]!], places[i]!);
    await alone.draw(t);
    const expected = alone.compositor.rgba();
    for (let y = 0; y < height; y++) {
      const start = (top + y) * strideBytes + left * 4;
      const row = pixels.subarray(start, start + width * 4);
      const from = y * expected.strideBytes;
      expect(Buffer.compare(rgbOf(row), rgbOf(expected.pixels.subarray(from, from + width * 4)))).toBe(0);
    }
    await alone.close();
  }
  await renderer.close();
});

/** The fourth byte of a pixel means nothing. */
function rgbOf(pixels: Uint8Array): Uint8Array {
  return pixels.filter((_, i) => i % 4 !== 3);
}

// The second row of pictures starts within a block of the encoder.
const unaligned = { width: 200, height: 120, fps: 30, motionBlur: true, start: 20_000, end: 21_000 };

test('frames do not depend on the frames before, and the changed blocks contain every change', async () => {
  const [whole, again] = [await prepare(replays, unaligned), await prepare(replays, unaligned)];
  const { compositor, draw } = whole.renderer;
  const { width, height } = unaligned;
  compositor.i420();
  let before: Uint8Array | null = null;
  let changes = 0;
  for (let frame = 0; frame < whole.schedule.frames; frame++) {
    await draw(songTimeOf(whole.schedule, frame));
    const planes = compositor.i420().slice();
    if (before) changes += expectHints(before, planes, compositor.changedTiles());
    before = planes;
  }
  expect(changes).toBeGreaterThan(0);
  expect(changes).toBeLessThan(whole.schedule.frames * Math.ceil(width / 16) * Math.ceil(height / 16));
  const [last] = await picturesOf(again, { first: whole.schedule.frames - 1, frames: 1 });
  expect(Buffer.compare(last!, before!)).toBe(0);
  await whole.renderer.close();
  await again.renderer.close();
});

/** Expects that blocks without a hint have the same luma as before. Returns the number of hints. */
function expectHints(before: Uint8Array, after: Uint8Array, changedTiles: Uint8Array): number {
  const { width, height } = unaligned;
  const across = Math.ceil(width / 16);
  const missed: string[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isHinted = changedTiles[Math.floor(y / 16) * across + Math.floor(x / 16)] === 1;
      if (!isHinted && before[y * width + x] !== after[y * width + x]) missed.push(`${x},${y}`);
    }
  expect(missed).toEqual([]);
  return changedTiles.reduce((sum, hint) => sum + hint, 0);
}

test('the video lasts until the last play has ended, whichever is the first', async () => {
  const faster = changed(replays[1]!, { modBits: doubleTime });
  const [before, after] = [await prepare([faster, replays[0]!]), await prepare([replays[0]!, faster])];
  const seconds = ({ schedule }: PreparedRender) => schedule.frames / schedule.fps;
  expect(seconds(before)).toBeCloseTo(seconds(after), 1);
  for (const { renderer } of [before, after]) await renderer.close();
});

/** A replay whose recording ends early, because the player has failed. */
function failing(bytes: Uint8Array, at: number): Uint8Array {
  const { frames, ...replay } = readReplay(bytes);
  const count = frames.times.findIndex((time) => time > at);
  const { times, xs, ys, keys } = frames;
  const cut = { ...frames, count, times: times.slice(0, count), xs: xs.slice(0, count), ys: ys.slice(0, count) };
  return writeReplay({ ...replay, frames: { ...cut, keys: keys.slice(0, count) } });
}

test.each([
  ['stops with a first play that fails as the last one', [failing(replays[0]!, 20_000), failing(replays[1]!, 15_000)]],
  ['goes on if another play is longer', [failing(replays[0]!, 20_000), replays[1]!]],
] as const)('the song %s', async (name, files) => {
  const { renderer, scenes } = await prepare(files);
  const failedAt = scenes[0].opened.play.failedAt;
  expect(failedAt).toBeGreaterThan(19_000);
  expect(renderer.scene.play.failedAt).toBe(name.startsWith('stops') ? failedAt : null);
  await renderer.close();
});
