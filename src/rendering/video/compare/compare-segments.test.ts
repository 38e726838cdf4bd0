import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Draw,
  drawMarked,
  drawRing,
  type EncodeOptions,
  encodeInParts,
  encodeSegment,
  segmentFrames as frames,
  segmentSize,
} from '../../../../test/support/video/test-segment.ts';
import { compareSegments, findSegmentProblem } from './compare-segments.ts';
import { differenceBound } from './difference-bound.ts';

const { width, height, fps } = segmentSize;
const bound = differenceBound({ crf: 20, hasRateLimit: false });

let folder = '';
let reference = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-compare-'));
  reference = await encode('reference');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const encode = (name: string, options: EncodeOptions = {}) => encodeSegment(join(folder, `${name}.mp4`), options);
const compare = (candidate: string) => compareSegments({ candidate, reference, bound });

test('the same settings give the same packets', async () => {
  expect(compare(await encode('again'))).toEqual({ result: 'equal' });
});

test.each([2, 3, 8])('%d encoder threads give other packets, and pictures within the bound', async (threads) => {
  expect(compare(await encode(`threads-${threads}`, { threads }))).toMatchObject({ result: 'within-bound' });
});

test('segments of a segment, as several processes encode them, are within the bound', async () => {
  expect(compare(await encodeInParts(folder)).result).not.toBe('different');
});

describe('pictures that differ are found:', () => {
  test.each<[what: string, options: EncodeOptions, kind: string]>([
    ['a small mark', { draw: drawMarked({ left: 32, top: 32, width: 16, height: 16, levels: 40 }) }, 'block'],
    [
      'a small mark in a single frame',
      { draw: drawMarked({ left: 32, top: 32, width: 16, height: 16, levels: 60, frame: 77 }) },
      'block',
    ],
    [
      'a faint mark in all frames',
      { draw: drawMarked({ left: 32, top: 32, width: 48, height: 32, levels: 5 }) },
      'lasting',
    ],
    ['pictures that are two frames late', { draw: (frame) => drawRing(Math.max(0, frame - 2)) }, 'block'],
    ['one picture for all frames', { draw: () => drawRing(0) }, 'block'],
    ['black', { draw: () => new Uint8Array((width * height * 3) / 2).fill(16) }, 'block'],
    ['a much coarser encoding', { crf: 48 }, 'block'],
  ])('%s', async (_, options, kind) => {
    const compared = compare(await encode('changed', options));
    expect(compared).toMatchObject({ result: 'different', reason: expect.stringContaining(`(${kind})`) });
  });

  test('a video of the same frames at another rate', async () => {
    expect(compare(await encode('slow', { fps: 15 }))).toMatchObject({
      result: 'different',
      reason: expect.stringMatching(/^Frame 1 is shown at /),
    });
  });
});

describe('a file that is no such segment is found:', () => {
  test.each<[what: string, file: () => Promise<string>, reason: RegExp]>([
    ['fewer frames', () => encode('short', { count: frames - 1 }), /fewer frames/],
    ['more frames', () => encode('long', { count: frames + 1 }), /more frames/],
    ['another size', () => encode('small', { width: 80, height: 48, draw: small }), /80×48/],
    ['sound', () => encode('loud', { audio: { bitrate: 64_000 } }), /2 streams/],
    ['another codec', () => encode('mpeg4', { encoder: 'mpeg4' }), /mpeg4; expected h264/],
    ['text', () => bytes('text', Buffer.from('#EXTM3U\n/etc/passwd\n')), /not an mp4/],
    ['nothing', () => bytes('nothing', Buffer.alloc(0)), /not an mp4/],
    [
      'noise',
      () => bytes('noise', Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919) & 255))),
      /not an mp4/,
    ],
    ['a file that is cut off', cutOff, /fewer frames|cannot be decoded|not an mp4/],
    ['pictures that are damaged', damaged, /./],
  ])('%s', async (_, file, reason) => {
    expect(compare(await file())).toMatchObject({ result: 'different', reason: expect.stringMatching(reason) });
  });

  const small: Draw = () => new Uint8Array((80 * 48 * 3) / 2).fill(100);

  async function bytes(name: string, content: Buffer): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, content);
    return file;
  }

  async function cutOff(): Promise<string> {
    const file = await bytes('cut', await readFile(reference));
    await truncate(file, (await readFile(reference)).length >> 1);
    return file;
  }

  async function damaged(): Promise<string> {
    const content = await readFile(reference);
    const at = content.indexOf('mdat') + (content.length - content.indexOf('mdat')) / 2;
    for (let i = 0; i < 400; i++) content[Math.floor(at) + i]! ^= 0x5a;
    return bytes('damaged', content);
  }
});

test('a reference that cannot be read is not the fault of the other file', () => {
  expect(() => compareSegments({ candidate: reference, reference: import.meta.filename, bound })).toThrow(
    'The segment that was rendered for the comparison is unreadable.',
  );
});

describe('what a segment needs to be joined', () => {
  test('is there', () => {
    expect(findSegmentProblem(reference, { frames, fps })).toBeNull();
  });

  test.each<[string, { frames: number; fps: number }, RegExp]>([
    ['more frames', { frames: frames + 1, fps }, /It has 120 frames; expected 121/],
    ['fewer frames', { frames: frames - 1, fps }, /It has a frame at/],
    ['another rate', { frames, fps: 15 }, /It has a frame at/],
  ])('is missing: %s', (_, expected, problem) => {
    expect(findSegmentProblem(reference, expected)).toMatch(problem);
  });

  test('is missing: a video', () => {
    expect(findSegmentProblem(import.meta.filename, { frames, fps })).toBe('It is not an mp4 file.');
  });
});
