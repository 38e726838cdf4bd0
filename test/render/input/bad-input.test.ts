import { describe, expect, test } from 'vitest';
import type { Failure, FailureCode } from '../../../src/failure.ts';
import { renderReplay } from '../../../src/rendering/render/index.ts';
import {
  buildRequest,
  filesOf,
  knockWave,
  type PlayParts,
  plainPng,
  renderPlay,
} from '../../support/rendering/test-render.ts';
import { taps } from '../../support/replays/build-play.ts';
import { buildFrames } from '../../support/replays/build-replay.ts';

const circle = '256,192,2000,1,0';
const hit = taps([[2000, 256, 192]], 5000);
const options = { start: 1700, end: 2200, width: 160, height: 90, fps: 10 };
const quiet = 'the video has only hit sounds';
const skinIni = { 'skin.ini': new Uint8Array() };
const background = { events: ['0,0,"bg.png",0,0'] };

const halfPng = plainPng('red').subarray(0, 60);
/** An image whose header claims a width of 30,000 pixels. */
const widePng = Uint8Array.from(plainPng('red'));
new DataView(widePng.buffer).setUint32(16, 30_000);

describe('the render succeeds with', () => {
  test.each<[what: string, parts: PlayParts, note: string | null]>([
    ['a map that names no song', {}, quiet],
    ['a map whose song is missing', { general: ['AudioFilename: song.mp3'] }, quiet],
    ['an empty song file', { general: ['AudioFilename: song.mp3'], set: { 'song.mp3': new Uint8Array() } }, quiet],
    ['a song file that is not audio', { general: ['AudioFilename: song.mp3'], set: { 'song.mp3': halfPng } }, quiet],
    ['a song', { general: ['AudioFilename: song.wav'], set: { 'SONG.wav': knockWave() } }, null],
    ['a map whose background is missing', background, 'is not in the set'],
    ['a truncated background', { ...background, set: { 'bg.png': halfPng } }, 'broken or too large'],
    ['a background 30,000 pixels wide', { ...background, set: { 'bg.png': widePng } }, 'broken or too large'],
    ['a skin with a broken circle', { skin: { ...skinIni, 'hitcircle.png': halfPng } }, '"hitcircle.png" is broken'],
    ['a skin with a circle 30,000 pixels wide', { skin: { ...skinIni, 'hitcircle.png': widePng } }, 'too large'],
    ['a skin with an empty circle', { skin: { ...skinIni, 'hitcircle.png': new Uint8Array() } }, 'broken'],
    ['a recorded score that differs', { score: 4321 }, 'less than recorded; the counter is scaled to end at 4321'],
    ['a slider that leaves the screen', { objects: ['256,192,1900,2,0,L|90000:-90000,1,9000,0|0'] }, null],
    [
      'two sliders and a spinner at once',
      {
        objects: [
          '100,100,1900,2,0,L|300:100,1,200,0|0',
          '100,100,1900,2,0,L|300:100,1,200,0|0',
          '256,192,1900,12,0,2400',
        ],
      },
      null,
    ],
    ['a timing point that is not a number', { timing: ['0,500,4,1,0,100,1,0', '1000,NaN,4,1,0,100,0,0'] }, null],
    [
      'a slider whose timing is not a number',
      { timing: ['0,NaN,4,1,0,100,1,0'], objects: ['100,100,1900,2,0,L|300:100,1,200,0|0'] },
      'Skipped a malformed timing point',
    ],
    [
      'a replay shorter than the map',
      {
        frames: [
          [0, 256, 192, 0],
          [500, 256, 192, 0],
        ],
      },
      null,
    ],
    ['a replay longer than the map', { frames: taps([[2000, 256, 192]], 90_000) }, null],
    [
      '5,000 circles at the same time',
      {
        objects: Array.from({ length: 5_000 }, (_, i) => `${i % 512},${i % 384},2000,1,0`),
        options: { start: 1900, end: 2000 },
      },
      null,
    ],
  ])('%s', async (_, parts, note) => {
    const { read, notes, result } = await renderPlay({
      objects: [circle],
      frames: hit,
      ...parts,
      options: { ...options, ...parts.options },
    });
    expect(read().times).toHaveLength(result.frames);
    if (note !== null) expect(notes.filter((text) => text.includes(note))).toHaveLength(1);
    else expect(notes.filter((text) => !text.includes(quiet))).toEqual([]);
  });
});

test('5,000 sliders at the same time cost only what is visible of them', async () => {
  const bends = [7, 13, 31, 17, 5, 3, 11, 23];
  const objects = Array.from({ length: 5_000 }, (_, i) => {
    const [x, y, ...curve] = bends.map((step, at) => (i * step) % (at % 2 === 0 ? 512 : 384));
    return `${x},${y},2000,2,0,B|${curve[0]}:${curve[1]}|${curve[2]}:${curve[3]}|${curve[4]}:${curve[5]},1,400,0|0`;
  });
  const before = process.cpuUsage();
  const { read } = await renderPlay({ objects, frames: hit, options: { start: 1900, end: 1917 } });
  const { user, system } = process.cpuUsage(before);
  expect(read().times).toHaveLength(1);
  // It takes about 3.5 seconds, and would take 23 if every slider were drawn.
  expect((user + system) / 1e6).toBeLessThan(12);
});

describe('the render refuses', () => {
  const refusals: [what: string, code: FailureCode, request: () => ReturnType<typeof buildRequest>][] = [
    ['a replay without frames', 'replay/no-frames', () => buildRequest({ objects: [circle], frames: buildFrames([]) })],
    ['a file that is not a replay', 'replay/unreadable', () => ({ ...buildRequest({}), replay: new Uint8Array(100) })],
    [
      'a set without the map',
      'beatmap/not-found',
      () => ({ ...buildRequest({ objects: [circle], frames: hit }), beatmap: { files: filesOf({}) } }),
    ],
    ['a map of another mode', 'beatmap/wrong-mode', () => buildRequest({ general: ['Mode: 3'], objects: [circle] })],
    [
      'an empty clip',
      'video/empty-clip',
      () => buildRequest({ objects: [circle], frames: hit, options: { start: 600_000 } }),
    ],
    [
      'a video longer than the limit',
      'video/too-long',
      () => ({ ...buildRequest({ objects: [circle], frames: hit }), maxSeconds: 2 }),
    ],
    [
      'an odd width',
      'video/options-invalid',
      () => buildRequest({ objects: [circle], frames: hit, options: { width: 321 } }),
    ],
    [
      'an unknown encoder',
      'video/encoder-missing',
      () => buildRequest({ objects: [circle], frames: hit, options: { encoder: 'h264_nothing' } }),
    ],
  ];
  test.each(refusals)('%s: %s', async (_, code, request) => {
    const render = renderReplay({ ...request(), file: 'never.mp4' });
    await expect(render).rejects.toMatchObject({ name: 'Failure', code } satisfies Partial<Failure>);
  });
});
