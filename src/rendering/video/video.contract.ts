import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readVideo } from '../../../test/support/video/read-video.ts';
import type { VideoEncoder, VideoSettings } from './encoder.ts';
import type { OpenVideoOptions } from './open-video.ts';

const width = 64;
const height = 48;

/** The tests that every engine must pass. */
export function videoContract(
  open: (settings: VideoSettings, options?: Pick<OpenVideoOptions, 'signal'>) => Promise<VideoEncoder>,
): void {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-video-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const settings = (changes: Partial<VideoSettings> = {}): VideoSettings => ({
    file: join(folder, 'out.mp4'),
    width,
    height,
    fps: 60,
    encoder: 'libx264',
    preset: 'ultrafast',
    crf: 12,
    audio: null,
    ...changes,
  });

  describe('a finished video', () => {
    test.each(['ultrafast', 'quick', 'balanced'])(
      'has every frame once, at its time, tagged as BT.709 (%s)',
      async (preset) => {
        const video = await open(settings({ preset }));
        for (let index = 0; index < 150; index++) await video.addFrame(plain(16 + index, 128, 128));
        const facts = await video.finish();

        const made = readVideo(settings().file, [0, 1, 77, 149]);
        expect(made).toMatchObject({ codecs: ['h264'], width, height, framesPerSecond: 60, pixelFormat: 'yuv420p' });
        expect(made.colour).toEqual([1, 1, 1, 1]);
        expect(made.times).toHaveLength(150);
        for (const [index, time] of made.times.entries()) expect(time).toBeCloseTo(index / 60, 4);
        expect(made.durationSeconds).toBeCloseTo(2.5, 2);
        for (const [index, planes] of made.pictures) expect(Math.abs(planes[0]! - (16 + index))).toBeLessThanOrEqual(2);
        expect(facts).toEqual({ frames: 150, bytes: (await readFile(settings().file)).length });
        expect(await readdir(folder)).toEqual(['out.mp4']);
      },
    );

    test('can start playing before all of it is loaded, and has a key frame every two seconds', async () => {
      const video = await open(settings());
      for (let index = 0; index < 250; index++) await video.addFrame(plain(16 + (index % 200), 128, 128));
      await video.finish();
      const { boxes, keyFrames } = readVideo(settings().file);
      expect(boxes.indexOf('moov')).toBeGreaterThan(-1);
      expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
      expect(keyFrames).toEqual([0, 120, 240]);
    });

    // Y, U and V of pure colours in BT.709, limited range.
    test.each([
      ['white', 235, 128, 128],
      ['black', 16, 128, 128],
      ['red', 63, 102, 240],
      ['green', 173, 42, 26],
      ['blue', 32, 240, 118],
    ] as const)('shows %s unchanged', async (_, y, u, v) => {
      const video = await open(settings());
      for (let index = 0; index < 3; index++) await video.addFrame(plain(y, u, v));
      await video.finish();
      const planes = readVideo(settings().file, [2]).pictures.get(2)!;
      const luma = width * height;
      const found = [planes[luma / 2]!, planes[luma + luma / 8]!, planes[luma + luma / 4 + luma / 8]!];
      for (const [plane, expected] of [y, u, v].entries())
        expect(Math.abs(found[plane]! - expected)).toBeLessThanOrEqual(2);
    });

    test('shows the frames as they were added, even if their memory changes afterwards', async () => {
      const video = await open(settings());
      const planes = plain(60, 128, 128);
      await video.addFrame(planes);
      for (let index = 0; index < 20; index++) {
        paint(planes, index * 2, 200);
        const tiles = new Uint8Array(12);
        for (let column = 0; column < 4; column++) tiles[column] = column * 16 <= index * 2 + 8 ? 1 : 0;
        const added = video.addFrame(planes, tiles);
        planes.fill(0);
        await added;
        planes.set(plain(60, 128, 128));
      }
      await video.finish();
      const last = readVideo(settings().file, [20]).pictures.get(20)!;
      expect(Math.abs(last[4 * width + 41]! - 200)).toBeLessThanOrEqual(6);
      expect(Math.abs(last[4 * width + 20]! - 60)).toBeLessThanOrEqual(6);
      expect(Math.abs(last[40 * width + 41]! - 60)).toBeLessThanOrEqual(6);
    });

    test('has its sound at the right time on the right side', async () => {
      const video = await open(settings({ audio: { bitrate: 192_000 } }));
      // One second ahead at first, then in step.
      await video.addAudio(clicks(0, 48_000));
      for (let index = 0; index < 120; index++) {
        await video.addFrame(plain(80, 128, 128));
        if (index >= 60) void video.addAudio(clicks(index * 800, 800));
      }
      await video.finish();
      const made = readVideo(settings().file);
      expect(made.codecs).toEqual(['h264', 'aac']);
      expect(made.audio).toEqual({ sampleRate: 48_000, channels: 2 });
      expect(made.durationSeconds).toBeCloseTo(2, 1);
      for (const [side, at] of [
        ['left', 24_000],
        ['right', 60_000],
      ] as const) {
        const found = onset(made.samples, side === 'left' ? 0 : 1, at);
        expect(Math.abs(found - at), side).toBeLessThanOrEqual(48);
        expect(loudest(made.samples, side === 'left' ? 1 : 0, at)).toBeLessThan(0.1);
      }
    });

    test('has the same bytes for the same frames and sounds', async () => {
      const bytes: Buffer[] = [];
      for (const name of ['one.mp4', 'two.mp4']) {
        const file = join(folder, name);
        const video = await open(settings({ file, preset: 'veryfast', audio: { bitrate: 128_000 } }));
        for (let index = 0; index < 40; index++) {
          await video.addFrame(plain(16 + index, 100 + index, 128));
          await video.addAudio(clicks(index * 800, 800));
        }
        await video.finish();
        bytes.push(await readFile(file));
      }
      expect(bytes[0]!.equals(bytes[1]!)).toBe(true);
    });

    test('replaces an older file only at the end', async () => {
      await writeFile(settings().file, 'older');
      const video = await open(settings());
      await video.addFrame(plain(80, 128, 128));
      expect(await readFile(settings().file, 'utf8')).toBe('older');
      await video.finish();
      expect(readVideo(settings().file).times).toHaveLength(1);
    });
  });

  describe('a flushed video', () => {
    test('is complete when it is finished', async () => {
      const video = await open(settings({ audio: { bitrate: 128_000 } }));
      void video.addAudio(clicks(0, 72_000));
      for (let index = 0; index < 90; index++) await video.addFrame(plain(16 + index, 128, 128));
      await video.flush();
      expect(await readdir(folder)).not.toContain('out.mp4');
      expect(await video.finish()).toMatchObject({ frames: 90 });
      expect(readVideo(settings().file).times).toHaveLength(90);
    });

    test('accepts no more frames and sound', async () => {
      const video = await open(settings({ audio: { bitrate: 128_000 } }));
      await video.addFrame(plain(80, 128, 128));
      await video.flush();
      await expect(video.addFrame(plain(81, 128, 128))).rejects.toThrow('after the end');
      await expect(video.addAudio(clicks(0, 800))).rejects.toThrow('after the end');
      await video.finish();
    });

    test('leaves no file behind when it is aborted', async () => {
      const video = await open(settings());
      await video.addFrame(plain(80, 128, 128));
      await video.flush();
      await video.abort();
      expect(await readdir(folder)).toEqual([]);
      await expect(video.finish()).rejects.toThrow('aborted');
    });
  });

  describe('an unfinished video', () => {
    test('leaves no file behind, however often it is aborted', async () => {
      const video = await open(settings({ audio: { bitrate: 128_000 } }));
      await video.addFrame(plain(80, 128, 128));
      await video.addFrame(plain(81, 128, 128));
      await Promise.all([video.abort(), video.abort()]);
      expect(await readdir(folder)).toEqual([]);
      await expect(video.addFrame(plain(82, 128, 128))).rejects.toThrow('aborted');
      await expect(video.addAudio(clicks(0, 800))).rejects.toThrow('aborted');
      await expect(video.finish()).rejects.toThrow('aborted');
      await video.abort();
    });

    test('ends with the reason of the signal', async () => {
      const control = new AbortController();
      const video = await open(settings(), { signal: control.signal });
      await video.addFrame(plain(80, 128, 128));
      control.abort(new Error('enough'));
      await expect(video.addFrame(plain(81, 128, 128))).rejects.toThrow('enough');
      await expect(video.finish()).rejects.toThrow('enough');
      expect(await readdir(folder)).toEqual([]);
    });

    test('is not opened if the signal is already aborted', async () => {
      await expect(open(settings(), { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
      expect(await readdir(folder)).toEqual([]);
    });

    test('stays finished when it is aborted after its end', async () => {
      const video = await open(settings());
      await video.addFrame(plain(80, 128, 128));
      await video.finish();
      await video.abort();
      expect(await readdir(folder)).toEqual(['out.mp4']);
    });
  });

  describe('opening a video or adding a frame fails for', () => {
    test.each([
      ['an encoder that does not exist', { encoder: 'h264_unknown' }, 'video/encoder-missing'],
      ['an unknown preset', { preset: 'fastest' }, 'video/options-invalid'],
      ['a quality beyond the scale', { crf: 52 }, 'video/options-invalid'],
      ['an odd width', { width: 63 }, 'video/options-invalid'],
      ['a frame rate of 0', { fps: 0 }, 'video/options-invalid'],
    ])('%s', async (_, changes, code) => {
      await expect(open(settings(changes))).rejects.toMatchObject({ code });
      expect(await readdir(folder)).toEqual([]);
    });

    test('a folder that does not exist', async () => {
      const file = join(folder, 'none', 'out.mp4');
      await expect(open(settings({ file }))).rejects.toMatchObject({ code: 'video/cannot-write' });
    });

    test('a frame of another size, and one added before the previous promise resolved', async () => {
      const video = await open(settings());
      await expect(video.addFrame(new Uint8Array(10))).rejects.toThrow('10 bytes');
      const first = video.addFrame(plain(80, 128, 128));
      await expect(video.addFrame(plain(81, 128, 128))).rejects.toThrow(
        'before the promise of the previous one resolved',
      );
      await first;
      await video.abort();
    });
  });
}

function plain(y: number, u: number, v: number): Uint8Array {
  const luma = width * height;
  return new Uint8Array((luma * 3) / 2)
    .fill(y, 0, luma)
    .fill(u, luma, luma + luma / 4)
    .fill(v, luma + luma / 4);
}

/** An eight by eight square in the first row of tiles. */
function paint(planes: Uint8Array, left: number, y: number): void {
  for (let row = 0; row < 8; row++) planes.fill(y, row * width + left, row * width + left + 8);
}

/** A beat on the left at half a second, one on the right at one and a quarter. */
function clicks(from: number, frames: number): Float32Array {
  const samples = new Float32Array(frames * 2);
  for (let index = 0; index < frames; index++) {
    samples[2 * index] = beat(from + index - 24_000);
    samples[2 * index + 1] = beat(from + index - 60_000);
  }
  return samples;
}

function beat(since: number): number {
  return since < 0 || since > 4_800 ? 0 : 0.7 * Math.exp(-since / 800) * Math.cos(since / 6);
}

function onset(samples: Float32Array, channel: number, around: number): number {
  for (let frame = around - 4_800; frame < around + 4_800; frame++)
    if (Math.abs(samples[2 * frame + channel]!) > 0.25) return frame;
  return Number.NaN;
}

function loudest(samples: Float32Array, channel: number, around: number): number {
  let peak = 0;
  for (let frame = around - 2_400; frame < around + 4_800; frame++)
    peak = Math.max(peak, Math.abs(samples[2 * frame + channel]!));
  return peak;
}
