import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Packet } from 'node-av/lib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVideo } from '../../../test/support/video/read-video.ts';
import { isSameSound } from '../../../test/support/video/test-sound.ts';
import { encodeSound } from './audio/encode-sound.ts';
import type { PcmStream } from './audio/pcm-stream.ts';
import type { VideoSettings } from './encoder.ts';
import { joinSegments, type Segment } from './join-segments.ts';
import { openContainer } from './node-av/container.ts';
import { createMuxer } from './node-av/muxer.ts';
import { openVideo } from './open-video.ts';

const [width, height, fps, bitrate] = [96, 64, 60, 128_000];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-join-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settings = (name: string, changes: Partial<VideoSettings> = {}): VideoSettings => ({
  file: join(folder, name),
  width,
  height,
  fps,
  encoder: 'libx264',
  preset: 'veryfast',
  crf: 18,
  audio: null,
  ...changes,
});

async function encode(first: number, frames: number, changes: Partial<VideoSettings> = {}): Promise<Segment> {
  const videoSettings = settings(`${first}.part.mp4`, changes);
  const video = await openVideo(videoSettings);
  for (let frame = first; frame < first + frames; frame++) await video.addFrame(picture(frame));
  await video.finish();
  return { file: videoSettings.file, frames };
}

async function encodeTone(frames: number): Promise<string> {
  const file = join(folder, 'sound.part.mp4');
  await encodeSound(tone(), { file, bitrate, samples: (frames / fps) * 48_000 });
  return file;
}

async function encodeAtOnce(frames: number): Promise<string> {
  const videoSettings = settings('once.mp4', { threads: 1, audio: { bitrate } });
  const video = await openVideo(videoSettings);
  const sound = tone();
  for (let frame = 0; frame < frames; frame++) {
    await video.addFrame(picture(frame));
    await video.addAudio(sound.read(48_000 / fps));
  }
  await video.finish();
  return videoSettings.file;
}

let soundAtOnce: Float32Array | undefined;

/** The sound of a video encoded at once, which does not depend on the preset of its pictures. */
async function samplesAtOnce(): Promise<Float32Array> {
  soundAtOnce ??= readVideo(await encodeAtOnce(367)).samples;
  return soundAtOnce;
}

test('one segment and its sound give the file that they were copied from, except for the bitrates in it', async () => {
  const once = await encodeAtOnce(130);
  const [pictures, sound] = await copyStreams(once);
  const file = join(folder, 'joined.mp4');
  await joinSegments({ segments: [{ file: pictures!, frames: 130 }], sound: sound!, fps, file });
  const [joinedBytes, onceBytes] = [await readFile(file), await readFile(once)];
  // The average bitrate of the pictures, and the maximum of the sound, twice: encoded at once, it is the requested one.
  for (const bitrateAt of [
    joinedBytes.indexOf('btrt') + 12,
    joinedBytes.indexOf('esds') + 26,
    joinedBytes.lastIndexOf('btrt') + 8,
  ]) {
    expect(joinedBytes.readUInt32BE(bitrateAt)).toBeGreaterThan(0);
    for (const bytes of [joinedBytes, onceBytes]) bytes.writeUInt32BE(0, bitrateAt);
  }
  expect(joinedBytes.equals(onceBytes)).toBe(true);
});

test.each(['ultrafast', 'quick', 'balanced', 'small', 'slow'])(
  'every frame of every segment and all sound is there once, at its time (%s)',
  async (preset) => {
    const segments = [
      await encode(0, 120, { preset, threads: 1 }),
      await encode(120, 240, { preset, threads: 2 }),
      await encode(360, 7, { preset, threads: 1 }),
    ];
    const file = join(folder, 'joined.mp4');
    const encoded = await joinSegments({ segments, sound: await encodeTone(367), fps, file });
    expect(encoded).toEqual({ frames: 367, bytes: (await readFile(file)).length });

    const checked = [0, 118, 119, 120, 121, 240, 359, 360, 366];
    const made = readVideo(file, checked);
    expect(made).toMatchObject({ codecs: ['h264', 'aac'], width, height, framesPerSecond: fps });
    expect(made.colour).toEqual([1, 1, 1, 1]);
    expect(made.times).toHaveLength(367);
    for (const [index, time] of made.times.entries()) expect(time).toBeCloseTo(index / fps, 4);
    expect(made.durationSeconds).toBeCloseTo(367 / fps, 2);
    expect(made.keyFrames).toEqual(expect.arrayContaining([0, 120, 360]));
    for (const [index, planes] of made.pictures)
      expect(Math.abs(planes[5]! - picture(index)[5]!), `${index}`).toBeLessThan(6);
    expect(made.boxes.indexOf('moov')).toBeLessThan(made.boxes.indexOf('mdat'));
    expect(isSameSound(made.samples, await samplesAtOnce())).toBe(true);
  },
);

test('segments can be joined without sound', async () => {
  const segments = [await encode(0, 120), await encode(120, 30)];
  const file = join(folder, 'joined.mp4');
  await joinSegments({ segments, sound: null, fps, file });
  expect(readVideo(file)).toMatchObject({ codecs: ['h264'], audio: null });
  expect(readVideo(file).times).toHaveLength(150);
});

test.each<[what: string, encodeSegment: () => Promise<Segment>]>([
  ['lacks frames', async () => ({ ...(await encode(120, 29)), frames: 30 })],
  ['has other settings', () => encode(120, 30, { preset: 'ultrafast' })],
  ['is not a video', async () => ({ file: import.meta.filename, frames: 30 })],
  ['does not exist', async () => ({ file: join(folder, 'none'), frames: 30 })],
])('a segment that %s cannot be joined', async (_, encodeSegment) => {
  const segments = [await encode(0, 120), await encodeSegment()];
  const before = await readdir(folder);
  await expect(joinSegments({ segments, sound: null, fps, file: join(folder, 'joined.mp4') })).rejects.toThrow();
  expect(await readdir(folder)).toEqual(before);
});

test('a join that is aborted leaves no file behind', async () => {
  const segments = [await encode(0, 120)];
  const before = await readdir(folder);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(
    joinSegments({ segments, sound: null, fps, file: join(folder, 'joined.mp4') }, { signal }),
  ).rejects.toThrow('enough');
  expect(await readdir(folder)).toEqual(before);
});

/** Copies each stream of a video into a file of its own; returns these files. */
async function copyStreams(file: string): Promise<readonly string[]> {
  const source = openContainer(file, 'mov')!;
  const copies = source.format.streams.map((stream, index) => {
    const copy = join(folder, `stream-${index}.part.mp4`);
    const muxer = createMuxer(copy, 'mp4');
    return { file: copy, muxer, write: muxer.addCopiedStream(stream, stream.timeBase.den) };
  });
  for (const { muxer } of copies) await muxer.open();
  const packet = new Packet();
  packet.alloc();
  while (source.format.readFrameSync(packet) >= 0) copies[packet.streamIndex]!.write(packet);
  packet.free();
  for (const { muxer } of copies) {
    await muxer.finish();
    await muxer.close();
  }
  source.close();
  return copies.map((copy) => copy.file);
}

/** A plain picture, whose brightness identifies the frame. */
function picture(frame: number): Uint8Array {
  const luma = width * height;
  return new Uint8Array((luma * 3) / 2).fill(126 + Math.round(90 * Math.sin(frame / 40)), 0, luma).fill(128, luma);
}

function tone(): PcmStream {
  let at = 0;
  return {
    read(frames) {
      const samples = new Float32Array(frames * 2);
      for (let index = 0; index < frames; index++, at++)
        samples.fill(Math.sin(at / 20) * 0.4, index * 2, index * 2 + 2);
      return samples;
    },
    close() {},
  };
}
