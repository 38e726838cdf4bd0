import { describe, expect, test } from 'vitest';
import type { Failure, FailureCode } from '../../src/failure.ts';
import { renderReplay } from '../../src/rendering/render/index.ts';
import { buildFrames } from '../support/build-replay.ts';
import { taps } from '../support/plays.ts';
import { buildRequest, filesOf, knockWave, type PlayParts, plainPng, renderPlay } from '../support/test-render.ts';

const circle = '256,192,2000,1,0';
const hit = taps([[2000, 256, 192]], 5000);
const options = { start: 1700, end: 2200, width: 320, height: 180 };
const quiet = 'the video has only hit sounds';
const skinIni = { 'skin.ini': new Uint8Array() };
const background = { events: ['0,0,"bg.png",0,0'] };

const halfPng = plainPng('red').subarray(0, 60);
/** A picture that says it is 30,000 pixels wide. */
const widePng = Uint8Array.from(plainPng('red'));
new DataView(widePng.buffer).setUint32(16, 30_000);

describe('a correct video of', () => {
  test.each<[what: string, parts: PlayParts, note: string | null]>([
    ['a map that names no song', {}, quiet],
    ['a map whose song is not there', { general: ['AudioFilename: song.mp3'] }, quiet],
    ['a song of no length', { general: ['AudioFilename: song.mp3'], set: { 'song.mp3': new Uint8Array() } }, quiet],
    ['a song that is none', { general: ['AudioFilename: song.mp3'], set: { 'song.mp3': halfPng } }, quiet],
    ['a song', { general: ['AudioFilename: song.wav'], set: { 'SONG.wav': knockWave() } }, null],
    ['a map whose background is not there', background, 'is not in the set'],
    ['a background cut in half', { ...background, set: { 'bg.png': halfPng } }, 'broken or too large'],
    ['a background of 30,000 pixels', { ...background, set: { 'bg.png': widePng } }, 'broken or too large'],
    ['a skin with a broken circle', { skin: { ...skinIni, 'hitcircle.png': halfPng } }, '"hitcircle.png" is broken'],
    ['a skin with a circle of 30,000 pixels', { skin: { ...skinIni, 'hitcircle.png': widePng } }, 'too large'],
    ['a skin with an empty circle', { skin: { ...skinIni, 'hitcircle.png': new Uint8Array() } }, 'broken'],
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
    ['timing that is no number', { timing: ['0,500,4,1,0,100,1,0', '1000,NaN,4,1,0,100,0,0'] }, null],
    [
      'a slider under timing that is no number',
      { timing: ['0,NaN,4,1,0,100,1,0'], objects: ['100,100,1900,2,0,L|300:100,1,200,0|0'] },
      'Not a timing point',
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
      'a map without breath',
      {
        objects: Array.from({ length: 5_000 }, (_, i) => `${i % 512},${i % 384},2000,1,0`),
        options: { start: 1900, end: 1950 },
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

test('5,000 sliders across the screen at once cost no more than can be seen of them', async () => {
  const bends = [7, 13, 31, 17, 5, 3, 11, 23];
  const objects = Array.from({ length: 5_000 }, (_, i) => {
    const [x, y, ...curve] = bends.map((step, at) => (i * step) % (at % 2 === 0 ? 512 : 384));
    return `${x},${y},2000,2,0,B|${curve[0]}:${curve[1]}|${curve[2]}:${curve[3]}|${curve[4]}:${curve[5]},1,400,0|0`;
  });
  const before = process.cpuUsage();
  const { read } = await renderPlay({ objects, frames: hit, options: { start: 1900, end: 1917 } });
  const { user, system } = process.cpuUsage(before);
  expect(read().times).toHaveLength(1);
  // About 3.5 seconds; 23 where every one of them is drawn.
  expect((user + system) / 1e6).toBeLessThan(12);
});

describe('a clear refusal of', () => {
  const refusals: [what: string, code: FailureCode, request: () => ReturnType<typeof buildRequest>][] = [
    ['a replay without frames', 'replay/no-frames', () => buildRequest({ objects: [circle], frames: buildFrames([]) })],
    ['bytes that are no replay', 'replay/unreadable', () => ({ ...buildRequest({}), replay: new Uint8Array(100) })],
    [
      'a set without the map',
      'beatmap/not-found',
      () => ({ ...buildRequest({ objects: [circle], frames: hit }), beatmap: { files: filesOf({}) } }),
    ],
    ['a map of another mode', 'beatmap/wrong-mode', () => buildRequest({ general: ['Mode: 3'], objects: [circle] })],
    [
      'a part of the song in which nothing is',
      'video/options-invalid',
      () => buildRequest({ objects: [circle], frames: hit, options: { start: 600_000 } }),
    ],
    [
      'a size that is none',
      'video/options-invalid',
      () => buildRequest({ objects: [circle], frames: hit, options: { width: 321 } }),
    ],
    [
      'an encoder that nobody has',
      'video/encoder-missing',
      () => buildRequest({ objects: [circle], frames: hit, options: { encoder: 'h264_nothing' } }),
    ],
  ];
  test.each(refusals)('%s: %s', async (_, code, request) => {
    const render = renderReplay({ ...request(), file: 'never.mp4' });
    await expect(render).rejects.toMatchObject({ name: 'Failure', code } satisfies Partial<Failure>);
  });
});
