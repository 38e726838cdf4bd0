import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RenderOptions, renderReplay } from '../../../src/rendering/render/index.ts';
import { createLoudnessMeter } from '../../../src/rendering/scene/index.ts';
import { createTruePeakDetector } from '../../../src/rendering/video/audio/true-peak.ts';
import { buildRequest, emptyFolder, type PlayParts, renderPlay } from '../../support/rendering/test-render.ts';
import { moving } from '../../support/replays/build-play.ts';
import { readVideo } from '../../support/video/read-video.ts';
import { isSameSound, peakOf, waveFile } from '../../support/video/test-sound.ts';

const [songHz, mapHz, skinHz] = [440, 3_000, 5_000];
const rate = 48_000;

function tone(hz: number, seconds: number, level: number): Uint8Array {
  return waveFile({ rate, channels: 2, frames: seconds * rate }, (frame) => {
    return level * Math.sin((2 * Math.PI * hz * frame) / rate);
  });
}

/** A song, and hits at 2 and 3 seconds. Map and skin have hit sounds of different pitch. */
const parts: PlayParts = {
  general: ['AudioFilename: song.wav'],
  timing: ['0,500,4,1,1,100,1,0'],
  objects: ['100,100,2000,1,0', '100,100,3000,1,0'],
  frames: moving(0, 5000, 10, (t) => [100, 100, (t >= 2000 && t < 2100) || (t >= 3000 && t < 3100) ? 5 : 0]),
  set: { 'song.wav': tone(songHz, 9, 0.4), 'normal-hitnormal.wav': tone(mapHz, 0.2, 0.4) },
  skin: {
    'skin.ini': new TextEncoder().encode('[General]\nVersion: 2.7'),
    'normal-hitnormal.wav': tone(skinHz, 0.2, 0.4),
    'nightcore-kick.wav': tone(skinHz, 0.2, 0.4),
  },
};
/** Few and small pictures: only the sound is compared. */
const small = { width: 64, height: 36, fps: 20, start: 1000, end: 4000, hitErrorMeter: false, keyOverlay: false };

interface Heard {
  readonly samples: Float32Array;
  readonly seconds: number;
  /** The amplitude of a pitch between two times of the video. */
  level(hz: number, from: number, to: number): number;
}

async function hear(options: Partial<RenderOptions>, more: Partial<PlayParts> = {}): Promise<Heard> {
  const { samples, durationSeconds } = (
    await renderPlay({ ...parts, ...more, options: { ...small, ...options } })
  ).read();
  return { samples, seconds: durationSeconds, level: (hz, from, to) => levelOf(samples, hz, [from, to]) };
}

/** The amplitude of a pitch in the left channel. */
function levelOf(samples: Float32Array, hz: number, [from, to]: readonly [from: number, to: number]): number {
  let [real, imaginary] = [0, 0];
  const [first, last] = [Math.round(from * rate), Math.round(to * rate)];
  for (let frame = first; frame < last; frame++) {
    const window = Math.sin((Math.PI * (frame - first)) / (last - first)) ** 2;
    const angle = (2 * Math.PI * hz * frame) / rate;
    real += samples[2 * frame]! * Math.cos(angle) * window;
    imaginary += samples[2 * frame]! * Math.sin(angle) * window;
  }
  return (Math.hypot(real, imaginary) * 4) / (last - first);
}

test('a song in a folder is streamed, and sounds the same', async () => {
  const folder = emptyFolder();
  const path = join(folder, 'song.wav');
  writeFileSync(path, parts.set!['song.wav']!);
  const request = buildRequest({ ...parts, options: small });
  const { files } = request.beatmap;
  const readNames: string[] = [];
  const read = (name: string) => {
    readNames.push(name);
    return files.read(name);
  };
  const pathOf = (name: string) => (name === 'song.wav' ? path : null);
  const file = join(folder, 'video.mp4');
  await renderReplay({ ...request, beatmap: { files: { ...files, read, pathOf } }, file });
  expect(readNames).toContain('normal-hitnormal.wav');
  expect(readNames).not.toContain('song.wav');
  expect(isSameSound(readVideo(file).samples, (await asUsual()).samples)).toBe(true);
});

/** The amplitude of the song alone, and of a hit, in a video that begins one second into the song. */
const songIn = ({ level }: Heard) => level(songHz, 1.4, 1.9);
const hitIn = ({ level }: Heard, hz = mapHz) => level(hz, 1.02, 1.18);

let heardAsUsual: Promise<Heard> | undefined;

/** Rendered once for all comparisons. */
function asUsual(): Promise<Heard> {
  heardAsUsual ??= hear({});
  return heardAsUsual;
}

describe('volumes', () => {
  test('by default, song and hits are audible', async () => {
    const usual = await asUsual();
    expect(songIn(usual)).toBeGreaterThan(0.15);
    expect(hitIn(usual)).toBeGreaterThan(0.1);
  });

  test.each<[string, Partial<RenderOptions>, number, number]>([
    ['musicVolume', { musicVolume: 0 }, 0, 1],
    ['hitsoundVolume', { hitsoundVolume: 0 }, 1, 0],
    ['volume', { volume: 1.5 }, 1.5, 1.5],
    ['both', { musicVolume: 0.5, hitsoundVolume: 2, volume: 0.5 }, 0.25, 1],
  ])('%s %j makes the song %d and hits %d times as loud', async (_, options, song, hits) => {
    const [usual, chosen] = [await asUsual(), await hear(options)];
    expect(songIn(chosen) / songIn(usual)).toBeCloseTo(song, 1);
    expect(hitIn(chosen) / hitIn(usual)).toBeCloseTo(hits, 1);
  });

  test('volume 0 is silent, and volume 2 does not clip', async () => {
    expect(peakOf((await hear({ volume: 0 })).samples)).toBeLessThan(1e-4);
    const { samples } = await hear({ volume: 2, musicVolume: 2 });
    expect(peakOf(samples)).toBeLessThan(1.05);
  });
});

describe('loudness after encoding', () => {
  const decibels = (level: number) => 20 * Math.log10(level);
  const loudnessOf = (samples: Float32Array) => {
    const meter = createLoudnessMeter(rate);
    meter.add(samples);
    return meter.integrated();
  };
  const truePeakOf = (samples: Float32Array) => decibels(peakOf(createTruePeakDetector(0).next(samples)));
  /** Beats of low noise four times a second: the shorter they are, the farther their peaks are above their loudness. */
  const drums = (level: number, lengthMs: number) => {
    let [random, low] = [1, 0];
    return waveFile({ rate, channels: 2, frames: 9 * rate }, (frame) => {
      random = (random * 16_807) % 2_147_483_647;
      low += (random / 1_073_741_824 - 1 - low) * 0.1;
      return level * Math.max(-1, Math.min(1, 4 * low)) * Math.exp(-(frame % 12_000) / (lengthMs * 48));
    });
  };
  const withSong = (song: Uint8Array, hit = parts.set!['normal-hitnormal.wav']!): Partial<PlayParts> => ({
    set: { 'song.wav': song, 'normal-hitnormal.wav': hit },
  });

  test.each([
    ['a loud tone', tone(songHz, 9, 0.99)],
    ['a quiet tone', tone(songHz, 9, 0.13)],
    ['loud drums', drums(0.99, 50)],
    ['short drums, much of which is limited', drums(0.99, 20)],
  ])('of %s is -14 LUFS, and no peak is above -1 dB of full scale', async (_, song) => {
    const { samples } = await hear({}, withSong(song));
    expect(Math.abs(loudnessOf(samples)! + 14)).toBeLessThan(1);
    expect(truePeakOf(samples)).toBeLessThanOrEqual(-1);
  });

  test('of a very quiet song is raised by 9 dB, and silence stays silent', async () => {
    const quiet = await hear({}, withSong(tone(songHz, 9, 0.02), tone(mapHz, 0.2, 0)));
    expect(decibels(songIn(quiet) / (0.02 * 0.7))).toBeCloseTo(9, 0);
    const { samples } = await hear({}, withSong(tone(songHz, 9, 0), tone(mapHz, 0.2, 0)));
    expect(peakOf(samples)).toBeLessThan(1e-4);
  });

  test('changes with the volume: half of it is 6 dB less', async () => {
    const [usual, half] = [await asUsual(), await hear({ volume: 0.5 })];
    expect(loudnessOf(usual.samples)! - loudnessOf(half.samples)!).toBeCloseTo(6, 0);
  });
});

test('hitSounds chooses between the map and the skin, and leaves the song', async () => {
  const [usual, skin] = [await asUsual(), await hear({ hitSounds: 'skin' })];
  expect([hitIn(usual, mapHz) > 0.1, hitIn(usual, skinHz) > 0.01]).toEqual([true, false]);
  expect([hitIn(skin, mapHz) > 0.01, hitIn(skin, skinHz) > 0.1]).toEqual([false, true]);
  expect(songIn(skin)).toBeCloseTo(songIn(usual), 2);
});

test('nightcoreSamples removes the drums and leaves the hits', async () => {
  const nightcore = { modBits: 64 + 512 };
  const [drums, none] = [await hear({}, nightcore), await hear({ nightcoreSamples: false }, nightcore)];
  // At 1.5 times the speed, the hit comes two thirds of a second after the first kick, with which the video begins.
  const [kick, hit] = [[0.02, 0.18] as const, [0.69, 0.85] as const];
  expect(drums.level(skinHz, ...kick)).toBeGreaterThan(0.1);
  expect(none.level(skinHz, ...kick)).toBeLessThan(0.01);
  expect(none.level(mapHz, ...hit)).toBeCloseTo(drums.level(mapHz, ...hit), 1);
});

describe('speed', () => {
  test.each([0.25, 4])('at %d the video is as much shorter, at the same pitch', async (speed) => {
    const { seconds, level } = await hear({ speed, end: 3000 });
    expect(seconds).toBeCloseTo(2 / speed, 1);
    const [from, to] = [1.4 / speed, 1.9 / speed];
    expect(level(songHz, from, to)).toBeGreaterThan(0.15);
    expect(level(songHz * speed, from, to)).toBeLessThan(0.05);
  });

  test.each([0.5, 2])('at %d hits sound when they are seen, as high and as long as ever', async (speed) => {
    const { samples } = await hear({ speed, musicVolume: 0 });
    const first = samples.findIndex((sample) => Math.abs(sample) > 0.02);
    expect(first / 2 / rate).toBeCloseTo(1 / speed, 1);
    expect(levelOf(samples, mapHz, [1 / speed + 0.02, 1 / speed + 0.18])).toBeGreaterThan(0.1);
  });

  test('multiplies the speed of the mods', async () => {
    const { seconds, level } = await hear({ speed: 2 }, { modBits: 64 });
    expect(seconds).toBeCloseTo(1, 1);
    expect(level(songHz, 0.5, 0.62)).toBeGreaterThan(0.1);
  });
});

test('the warning before a play whose intro is skipped is silent', async () => {
  const { samples, level } = await hear(
    { seizureWarning: true, skipIntro: true, start: undefined, end: 8_000 },
    { objects: ['100,100,9000,1,0'], frames: moving(0, 12_000, 10, () => [100, 100, 0]) },
  );
  // The play begins at 6.8 s and the video five seconds before: the song has been running for long.
  expect(peakOf(samples.subarray(0, 2 * 4.9 * rate))).toBeLessThan(0.001);
  expect(level(songHz, 5.5, 6.1)).toBeGreaterThan(0.1);
});

describe('Wind Up from 1 to 2 times the speed', () => {
  // Objects at 2 and 3 seconds: the song is twice as fast from 2.75 on. The first second is as long as ever, and the way
  // from one speed to the other takes 0.75 seconds times the logarithm of 2.
  const ramp = 0.75 * Math.LN2;
  const windUp = (adjust_pitch: boolean) =>
    hear({}, { lazer: [{ acronym: 'WU', settings: { final_rate: 2, adjust_pitch } }] });

  test.each([
    ['raises the pitch', true, 2 * songHz],
    ['or keeps the pitch', false, songHz],
  ])('%s, and keeps song, hits and pictures together', async (_, adjustsPitch, hz) => {
    const { seconds, level } = await windUp(adjustsPitch);
    expect(seconds).toBeCloseTo(1 + ramp + 0.625, 1);
    expect(level(songHz, 0.2, 0.8)).toBeGreaterThan(0.15);
    const fast = [1 + ramp + 0.35, 1 + ramp + 0.6] as const;
    expect(level(hz, ...fast)).toBeGreaterThan(0.15);
    expect(level(3 * songHz - hz, ...fast)).toBeLessThan(0.05);
    const second = 1 + ramp + 0.125;
    expect(level(mapHz, second + 0.02, second + 0.18)).toBeGreaterThan(0.1);
    expect(level(mapHz, second - 0.18, second - 0.02)).toBeLessThan(0.01);
  });
});
