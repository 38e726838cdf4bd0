import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findKnocks, isSameSound, knocks, readAll, waveFile } from '../../../../test/support/video/test-sound.ts';
import { decodeStream } from './decode.ts';
import { encodeSong } from './encode-song.ts';
import { decodeSample } from './sample.ts';

const moments = [0.1, 0.75, 1.5, 2.25, 3.3];
const song = knocks(moments, 4);
let folder = '';
const pathOf = (kind: string) => join(folder, `song.${kind}`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-audio-'));
  for (const kind of ['mp3', 'ogg'] as const) await encodeSong(song, { file: pathOf(kind), kind, bitrate: 192_000 });
  const wave = waveFile({ rate: 44_100, channels: 2, frames: 4 * 44_100 }, (frame, channel) => {
    const at = Math.round((frame / 44_100) * 48_000);
    return song[2 * at + channel] ?? 0;
  });
  await writeFile(pathOf('wav'), wave);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(['mp3', 'ogg', 'wav'])('a song as %s', (kind) => {
  test('keeps its length and the times of its sounds', () => {
    const samples = readAll(decodeStream(pathOf(kind))!);
    expect(Math.abs(samples.length / 2 - 4 * 48_000)).toBeLessThanOrEqual(1);
    const found = findKnocks(samples);
    expect(found).toHaveLength(moments.length);
    for (const [index, moment] of moments.entries()) expect(Math.abs(found[index]! - moment)).toBeLessThan(0.001);
  });

  test('decodes the same from memory and from its file', async () => {
    const fromMemory = readAll(decodeStream(await readFile(pathOf(kind)))!);
    expect(isSameSound(fromMemory, readAll(decodeStream(pathOf(kind))!))).toBe(true);
  });

  test.each([0.5, 1.7, 3.333, 3.999])('can start at %d seconds', (fromSeconds) => {
    const whole = readAll(decodeStream(pathOf(kind))!);
    const part = readAll(decodeStream(pathOf(kind), { fromSeconds })!);
    const first = Math.round(fromSeconds * 48_000);
    expect(Math.abs(part.length - (whole.length - first * 2))).toBeLessThanOrEqual(2);
    const found = findKnocks(part);
    const expected = findKnocks(whole).filter((moment) => moment > fromSeconds);
    expect(found).toHaveLength(expected.length);
    for (const [index, moment] of expected.entries())
      expect(Math.abs(found[index]! + fromSeconds - moment)).toBeLessThan(0.0001);
  });

  test('is silent if it starts after its end', () => {
    expect(readAll(decodeStream(pathOf(kind), { fromSeconds: 10 })!)).toHaveLength(0);
  });

  test.each([0.75, 1.5])('played at %d times the speed changes its pitch', (frequency) => {
    const samples = readAll(decodeStream(pathOf(kind), { frequency })!);
    expect(Math.abs(samples.length / 2 - (4 * 48_000) / frequency)).toBeLessThanOrEqual(2);
    const found = findKnocks(samples);
    for (const [index, moment] of moments.entries())
      expect(Math.abs(found[index]! - moment / frequency)).toBeLessThan(0.001);
  });
});

describe('a sample', () => {
  test.each([
    [8_000, 1],
    [22_050, 1],
    [44_100, 2],
    [48_000, 2],
    [96_000, 2],
  ])('of %d Hz in %d channels keeps its volume on both sides', (rate, channels) => {
    const samples = decodeSample(
      waveFile({ rate, channels, frames: rate / 2 }, (frame) => 0.5 * Math.sin((frame / rate) * 2 * Math.PI * 440)),
    )!;
    expect(Math.abs(samples.length / 2 - 24_000)).toBeLessThanOrEqual(1);
    for (const side of [0, 1]) {
      const middle = Array.from({ length: 400 }, (_, index) => samples[2 * (12_000 + index) + side]!);
      expect(Math.max(...middle)).toBeCloseTo(0.5, 2);
      expect(Math.min(...middle)).toBeCloseTo(-0.5, 2);
    }
  });

  test('of six channels is mixed down', () => {
    const samples = decodeSample(waveFile({ rate: 48_000, channels: 6, frames: 480 }, () => 0.1));
    expect(samples === null || samples.length === 960).toBe(true);
  });

  test('in an empty file is silence: that is how a skin mutes a sound', () => {
    expect(decodeSample(new Uint8Array(0))).toHaveLength(0);
  });

  test('without a frame is silence or null', () => {
    expect(decodeSample(waveFile({ rate: 44_100, channels: 2, frames: 0 }, () => 0)) ?? []).toHaveLength(0);
  });

  test('is cut after half a minute', () => {
    const long = waveFile({ rate: 8_000, channels: 1, frames: 8_000 * 31 }, () => 0.1);
    expect(decodeSample(long)!.length / 2).toBe(30 * 48_000);
  });

  test.each([
    ['text', Buffer.from('not a sound '.repeat(100))],
    ['a playlist that names another file', Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n')],
    ['a list of files to join', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['a wave of one sample a second', waveFile({ rate: 1, channels: 2, frames: 4_000 }, () => 0.5)],
    [
      'a wave of four billion samples a second',
      waveFile({ rate: 4_000_000_000, channels: 1, frames: 4_000 }, () => 0.5),
    ],
    ['a single byte', Uint8Array.of(0xff)],
  ])('that is %s is null', (_, bytes) => {
    expect(decodeSample(bytes) ?? []).toHaveLength(0);
  });

  test('that is damaged anywhere is a sound, possibly shorter, or null', async () => {
    const files = await Promise.all(['mp3', 'ogg', 'wav'].map((kind) => readFile(pathOf(kind))));
    const damage = fc.record({
      file: fc.constantFrom(...files),
      length: fc.integer({ min: 1, max: 40_000 }),
      changes: fc.array(fc.tuple(fc.nat(39_999), fc.nat(255)), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(damage, ({ file, length, changes }) => {
        const bytes = Buffer.from(file.subarray(0, length));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        const samples = decodeSample(bytes) ?? new Float32Array(0);
        expect(samples.length % 2).toBe(0);
        expect(samples.length / 2).toBeLessThanOrEqual(30 * 48_000);
        expect(samples.every((sample) => Math.abs(sample) <= 4)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

test('a file that does not exist throws an error of the file system', () => {
  expect(() => decodeStream(pathOf('none'))).toThrow('ENOENT');
});
