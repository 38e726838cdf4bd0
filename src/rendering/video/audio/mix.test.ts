import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readVideo } from '../../../../test/support/video/read-video.ts';
import {
  findKnocks,
  isSameSound,
  knock,
  knocks,
  peakOf,
  readAll,
  streamOf,
  waveFile,
} from '../../../../test/support/video/test-sound.ts';
import type { SkinSound } from '../../../game/skin/index.ts';
import type { SoundEvent, SoundTrack } from '../../scene/index.ts';
import { openVideo } from '../open-video.ts';
import { encodeSong } from './encode-song.ts';
import { ceiling, limitPeaks } from './limiter.ts';
import { type MixInput, sumSounds } from './mix.ts';
import { openSong } from './song.ts';
import { stretchTime } from './speed/time-stretch.ts';

const hit: SkinSound = { source: 'default', file: 'normal-hitnormal.wav' };
const hitBytes = waveFile({ rate: 44_100, channels: 1, frames: 2_205 }, (frame) => 0.7 * knock(frame / 44_100));
const hum: SkinSound = { source: 'default', file: 'spinnerspin.wav' };
const humBytes = waveFile({ rate: 48_000, channels: 2, frames: 4_800 }, () => 0.25);

const at = (time: number, changes: Partial<SoundEvent> = {}): SoundEvent => ({
  time,
  sound: hit,
  volume: 1,
  balance: 0,
  ...changes,
});
const track = (changes: Partial<SoundTrack> = {}): SoundTrack => ({ events: [], loops: [], ...changes });
/** Maps song time to the time of a video that begins at `startMs` and plays at a rate. */
const videoFrom =
  (startMs: number, rate = 1) =>
  (songMs: number) =>
    (songMs - startMs) / rate;
const mixOf = (changes: Partial<MixInput>) =>
  limitPeaks(
    sumSounds({
      song: null,
      track: track(),
      soundBytes: ({ file }) => (file === hit.file ? hitBytes : file === hum.file ? humBytes : null),
      videoMsAt: videoFrom(0),
      volumes: { song: 1, sounds: 1 },
      ...changes,
    }),
  );

let folder = '';
const songFile = () => join(folder, 'song.mp3');
const songKnocks = [1, 1.7, 2.5, 4.25];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-mix-'));
  await encodeSong(knocks(songKnocks, 6), { file: songFile(), kind: 'mp3', bitrate: 256_000 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('sounds', () => {
  test.each([0.75, 1, 1.5])('begin at their song time, at a rate of %d', (rate) => {
    const times = [1_000, 1_333.3, 2_000, 2_750];
    const samples = readAll(
      mixOf({ track: track({ events: times.map((time) => at(time)) }), videoMsAt: videoFrom(500, rate) }),
      192_000,
    );
    const found = findKnocks(samples);
    expect(found).toHaveLength(times.length);
    for (const [index, time] of times.entries())
      expect(Math.abs(found[index]! - (time - 500) / rate / 1000)).toBeLessThan(0.0001);
  });

  test('have their volume and balance', () => {
    const events = [at(100, { volume: 0.5, balance: -1 }), at(600, { balance: 0.5 })];
    const samples = readAll(mixOf({ track: track({ events }), volumes: { song: 1, sounds: 0.8 } }), 48_000);
    const peak = (from: number, side: number) =>
      peakOf(samples.slice(from * 96, (from + 100) * 96).filter((_, index) => index % 2 === side));
    expect(peak(90, 0)).toBeCloseTo(0.7 * 0.5 * 0.8, 1);
    expect(peak(90, 1)).toBe(0);
    expect(peak(590, 0)).toBeCloseTo(peak(590, 1) / 2, 5);
  });

  test('that are missing or broken are silent, and the others play', () => {
    const lost = at(100, { sound: { source: 'user', file: 'lost.wav' } });
    const samples = readAll(mixOf({ track: track({ events: [lost, at(Number.NaN), at(300)] }) }), 48_000);
    expect(findKnocks(samples)).toHaveLength(1);
  });

  test('of a loop last as long as the loop', () => {
    const loop = { start: 250, end: 750, sound: hum, steps: [{ time: 0, volume: 1, balance: 0, speed: 1 }] } as const;
    const samples = readAll(mixOf({ track: track({ loops: [loop] }) }), 48_000);
    const heard = (ms: number) => samples[Math.round(ms * 48) * 2]!;
    expect([heard(249.9), heard(750.1)]).toEqual([0, 0]);
    expect([heard(255), heard(500), heard(745)].map((value) => Math.round(value * 100))).toEqual([25, 25, 25]);
  });

  test('that are too loud together are limited, not clipped', () => {
    const events = Array.from({ length: 200 }, (_, index) => at(500 + index));
    const samples = readAll(mixOf({ track: track({ events }) }), 48_000);
    expect(peakOf(samples)).toBeLessThanOrEqual(ceiling * 1.00001);
    expect(peakOf(samples)).toBeGreaterThan(0.7);
  });
});

describe('the whole mix', () => {
  const events = songKnocks.map((moment) => at(moment * 1000 + 300));

  test('is the same each time, in blocks of any size', () => {
    const make = () => {
      const song = openSong(songFile(), { startMs: 0, frequency: 1, tempo: 1.5 });
      return mixOf({ song, videoMsAt: videoFrom(0, 1.5), track: track({ events }) });
    };
    const whole = make().read(144_000);
    expect(isSameSound(readAll(make(), 144_000), whole)).toBe(true);
    expect(isSameSound(make().read(144_000), whole)).toBe(true);
  });

  test('is silent before the song begins and after it ends', () => {
    const mix = mixOf({
      song: openSong(songFile(), { startMs: -1_000, frequency: 1, tempo: 1 }),
      videoMsAt: videoFrom(-1_000),
    });
    const samples = readAll(mix, 48_000 * 9);
    expect(peakOf(samples.subarray(0, 95_900))).toBe(0);
    expect(peakOf(samples.subarray(96_000 * 7.1))).toBe(0);
    expect(findKnocks(samples)[0]).toBeCloseTo(2, 2);
  });

  test('has the volume that the track gives it over time', () => {
    const song = streamOf(new Float32Array(96_000 * 2).fill(0.5));
    const songVolume = [
      { time: 500, volume: 1 },
      { time: 1000, volume: 0 },
    ];
    const mixed = readAll(mixOf({ song, track: track({ songVolume }) }), 72_000);
    const levels = [0.4, 0.75, 1.2].map((seconds) => mixed[Math.round(seconds * 48_000) * 2]!);
    expect(levels[1]! / levels[0]!).toBeCloseTo(0.5, 2);
    expect(levels[2]).toBe(0);
  });

  test('fades in and out on request', () => {
    const song = streamOf(new Float32Array(96_000 * 3).fill(0.5));
    const mix = mixOf({ song, fades: { fromMs: 0, inMs: 500, outMs: 1_000, endMs: 3_000 } });
    const samples = readAll(mix, 48_000 * 3);
    const heard = (ms: number) => samples[ms * 96]!;
    expect([0, 250, 500, 1_999, 2_500, 2_999].map((ms) => Math.round(heard(ms) * 100))).toEqual([0, 25, 50, 50, 25, 0]);
  });

  test.each([
    [0, [0, 0, 50, 50]],
    [500, [0, 0, 0, 25]],
  ])('is silent before `fromMs`, and fades in from there for %d ms', (inMs, levels) => {
    const song = streamOf(new Float32Array(96_000 * 3).fill(0.5));
    const mix = mixOf({ song, fades: { fromMs: 1_500, inMs, outMs: 0, endMs: 3_000 } });
    const samples = readAll(mix, 48_000 * 3);
    expect([0, 1_499, 1_500, 1_750].map((ms) => Math.round(samples[ms * 96]! * 100))).toEqual(levels);
  });

  test('uses no more memory after a minute of a song than after ten seconds', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const tone = new Float32Array(96_000).map((_, index) => 0.3 * Math.sin(index * 0.01));
    const song = { read: (frames: number) => tone.slice(0, frames * 2), close() {} };
    const many = Array.from({ length: 600 }, (_, index) => at(index * 100));
    const mix = mixOf({ song: stretchTime(song, 0.999), track: track({ events: many }) });
    const bytesAfter = (seconds: number) => {
      for (let half = 0; half < seconds * 2; half++) mix.read(24_000);
      // The memory of buffers is freed concurrently; a second collection waits for the first.
      collectGarbage();
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const early = bytesAfter(10);
    // The samples in between would take 19 MB.
    expect(bytesAfter(50) - early).toBeLessThan(1.5e6);
  });
});

test.each([
  { startMs: -400, frequency: 1, tempo: 1 },
  { startMs: 1_250, frequency: 1, tempo: 1.5 },
  { startMs: 0, frequency: 1, tempo: 0.75 },
  { startMs: -400, frequency: 1.5, tempo: 1 },
  { startMs: 1_250, frequency: 0.75, tempo: 1 },
  { startMs: 0, frequency: 1.2, tempo: 1.1 },
])(
  'through everything into an mp4 and back, song and hits are within a millisecond: %o',
  async ({ startMs, frequency, tempo }) => {
    const rate = frequency * tempo;
    const hits = songKnocks.map((moment) => moment * 1000 + 210);
    const mix = mixOf({
      song: openSong(songFile(), { startMs, frequency, tempo }),
      track: track({ events: hits.map((time) => at(time)) }),
      videoMsAt: videoFrom(startMs, rate),
      volumes: { song: 0.8, sounds: 0.9 },
    });
    const file = join(folder, `${rate}.mp4`);
    const picture = { width: 32, height: 32, fps: 60, encoder: 'libx264', preset: 'ultrafast', crf: 30 };
    const video = await openVideo({ file, ...picture, audio: { bitrate: 256_000 } });
    const frames = Math.ceil(((5_000 - startMs) / rate / 1000) * 60);
    for (let frame = 0; frame < frames; frame++) {
      await video.addAudio(mix.read(800));
      await video.addFrame(new Uint8Array(1_536).fill(100));
    }
    await video.finish();
    mix.close();

    const expected = [...songKnocks.map((moment) => moment * 1000), ...hits]
      .map((time) => (time - startMs) / rate / 1000)
      .filter((time) => time > 0)
      .toSorted((a, b) => a - b);
    const found = findKnocks(readVideo(file).samples);
    expect(found).toHaveLength(expected.length);
    for (const [index, time] of expected.entries()) expect(Math.abs(found[index]! - time)).toBeLessThan(0.001);
  },
);
