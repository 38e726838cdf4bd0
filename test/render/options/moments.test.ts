import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type PreparedRender, prepareRender, renderReplay, songTimeOf } from '../../../src/rendering/render/index.ts';
import { picturesOf, requestInFolder } from '../../support/rendering/segment-render.ts';
import {
  buildRequest,
  emptyFolder,
  filesIn,
  knockWave,
  type PlayParts,
  plainPng,
  renderPlay,
} from '../../support/rendering/test-render.ts';
import { modBit, moving, type Row, untouched } from '../../support/replays/build-play.ts';
import { readVideo } from '../../support/video/read-video.ts';
import { encodeTestClip } from '../../support/video/test-clip.ts';
import { findKnocks, isSameSound, knocks, peakOf, waveFile } from '../../support/video/test-sound.ts';

/** A circle every second for a minute; those at 10, 30 and 50 seconds are missed. */
const times = Array.from({ length: 58 }, (_, i) => 2000 + i * 1000);
const missed = [10_000, 30_000, 50_000];
const placeOf = (t: number) => [60 + ((t * 0.097) % 400), 60 + ((t * 0.071) % 260)].map(Math.round) as [number, number];
const frames: readonly Row[] = moving(0, 62_000, 50, (t) => {
  const next = Math.ceil(t / 1000) * 1000;
  return [...placeOf(next), t === next && times.includes(t) && !missed.includes(t) ? 1 : 0];
});
const parts: PlayParts = {
  events: ['0,0,"bg.png",0,0'],
  objects: times.map((t) => `${placeOf(t).join(',')},${t},1,0`),
  frames,
  set: { 'bg.png': plainPng('rgb(40,90,120)') },
  skin: { 'skin.ini': new Uint8Array(), 'normal-hitnormal.wav': knockWave() },
};
const small = { width: 160, height: 90, fps: 30, resultScreen: false } as const;
/** The misses are judged 200 ms after their circles. */
const pieces = missed.map((t) => ({ start: t - 1800, end: t + 2200 }));

const prepare = (options: PlayParts['options'], more: Partial<PlayParts> = {}) =>
  prepareRender(buildRequest({ ...parts, ...more, options: { ...small, ...options } }));

async function pictures(options: PlayParts['options'], more: Partial<PlayParts> = {}) {
  const prepared = await prepare(options, more);
  try {
    return { prepared, drawn: await picturesOf(prepared) };
  } finally {
    await prepared.renderer.close();
  }
}

let plain: ReturnType<typeof pictures> | undefined;

/** The mistakes without other options, drawn once for all tests. */
function mistakes(): ReturnType<typeof pictures> {
  plain ??= pictures({ moments: 'mistakes' });
  return plain;
}

const meanDifference = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
const framesInFades = ({ schedule }: PreparedRender) =>
  schedule.pieces.slice(1).flatMap(({ first, fade }) => Array.from({ length: 2 * fade }, (_, i) => first - fade + i));

describe('the frames of a video of moments', () => {
  test.each([
    ['at the speed of the play', {}, {}],
    ['with Double Time', { modBits: modBit.DT }, {}],
    ['at half speed', {}, { speed: 0.5 }],
    ['with motion blur', {}, { motionBlur: true }],
  ])('are those of clips of the same periods, %s', async (_, more, options) => {
    const { prepared, drawn } = await pictures({ moments: 'mistakes', ...options }, more);
    const { schedule } = prepared;
    const fading = new Set(framesInFades(prepared));
    expect(schedule.pieces).toHaveLength(3);
    expect(drawn).toHaveLength(schedule.frames);
    for (const { start, end, first, frames: count } of schedule.pieces) {
      const clip = (await pictures({ start, end, ...options }, more)).drawn;
      const different = Array.from({ length: count }, (_, i) => i).filter(
        (i) => !fading.has(first + i) && !isSame(drawn[first + i]!, clip[i]!),
      );
      expect(different).toEqual([]);
    }
  });

  test('are those of clips in front of a background video, also where it seeks back', async () => {
    const file = join(emptyFolder(), 'clip.avi');
    const colour = (frame: number) => [40 + (frame % 160), 90 + (frame % 70), 128] as const;
    const clip = await encodeTestClip({ file, format: 'avi', codec: 'mpeg4', frames: 1500, fps: 25, colour });
    const more = { events: ['Video,0,"clip.avi"'], set: { 'clip.avi': clip } };
    const { prepared, drawn } = await pictures({ moments: 'mistakes' }, more);
    const fading = new Set(framesInFades(prepared));
    const wrong: number[] = [];
    for (const { start, end, first } of prepared.schedule.pieces) {
      const alone = (await pictures({ start, end }, more)).drawn;
      for (const [i, picture] of alone.entries())
        if (!fading.has(first + i) && !isSame(picture, drawn[first + i]!)) wrong.push(first + i);
    }
    expect(wrong).toEqual([]);
    // Each frame of the video has another colour, so a wrong one would be seen in the mixes.
    const [first = 0] = fading;
    const again = await prepare({ moments: 'mistakes' }, more);
    const last = first + 5;
    const [single] = await picturesOf(again, { first: last, frames: 1 });
    expect(isSame(single!, drawn[last]!)).toBe(true);
    await again.renderer.close();
  });

  test('mix the end of a piece and the start of the next one around a cut', async () => {
    const { prepared, drawn } = await mistakes();
    const { first, fade, start } = prepared.schedule.pieces[1]!;
    const frameMs = 1000 / small.fps;
    const frame = first + 1;
    const earlier = (await pictures({ start: pieces[0]!.end + frameMs, end: pieces[0]!.end + 2 * frameMs })).drawn[0]!;
    const later = (await pictures({ start: start + frameMs, end: start + 2 * frameMs })).drawn[0]!;
    const weight = (1 + fade + 0.5) / (2 * fade);
    expect(fade).toBe(4);
    const mixed = (i: number) => earlier[i]! * (1 - weight) + later[i]! * weight;
    const errors = Array.from(drawn[frame]!, (value, i) => Math.abs(value - mixed(i)));
    expect(isSame(earlier, later)).toBe(false);
    expect(Math.max(...errors)).toBeLessThanOrEqual(1);
  });

  test('do not depend on the segment that has them, also in the middle of a cross-fade', async () => {
    const { prepared, drawn } = await mistakes();
    const { frames: total, pieces: scheduled } = prepared.schedule;
    const cuts = [0, 37, scheduled[1]!.first - 1, scheduled[1]!.first + 2, scheduled[2]!.first, total];
    const again = await prepare({ moments: 'mistakes' });
    for (let i = cuts.length - 2; i >= 0; i--) {
      const [first, end] = [cuts[i]!, cuts[i + 1]!];
      const segment = await picturesOf(again, { first, frames: end - first });
      expect(segment.flatMap((picture, k) => (isSame(picture, drawn[first + k]!) ? [] : [first + k]))).toEqual([]);
    }
    await again.renderer.close();
  });
});

test('the video has the hits of its pieces when their frames are shown', async () => {
  const { result, read } = await renderPlay({ ...parts, options: { ...small, moments: 'mistakes' } });
  const { times: shown, samples } = read();
  expect(shown).toHaveLength(360);
  expect(result).toMatchObject({ frames: 360, durationMs: 12_000 });
  const expected = pieces.flatMap(({ start, end }, i) =>
    times.filter((t) => t >= start && t < end && !missed.includes(t)).map((t) => (i * 4000 + t - start) / 1000),
  );
  const found = findKnocks(samples);
  expect(found).toHaveLength(expected.length);
  for (const [i, seconds] of found.entries()) expect(Math.abs(seconds - expected[i]!)).toBeLessThan(0.005);
});

test('the sound does not click at a cut, nor at its start and end', async () => {
  // A deep tone as the song: a cut without a cross-fade would jump from one phase to another.
  const tone = waveFile({ rate: 48_000, channels: 1, frames: 61 * 48_000 }, (frame) => 0.5 * Math.sin(frame * 0.00658));
  const song = { general: ['AudioFilename: song.wav'], set: { ...parts.set, 'song.wav': tone } };
  const options = { ...small, moments: 'mistakes', hitsoundVolume: 0 } as const;
  const { read } = await renderPlay({ ...parts, ...song, options });
  const { samples } = read();
  const steps = (from: number, to: number) => {
    let max = 0;
    for (let i = Math.round(from * 48_000); i < to * 48_000; i++)
      max = Math.max(max, Math.abs(samples[2 * i + 2]! - samples[2 * i]!));
    return max;
  };
  const usual = steps(1, 3);
  expect(usual).toBeGreaterThan(0.001);
  for (const cut of [4, 8]) expect(steps(cut - 0.2, cut + 0.2)).toBeLessThan(1.5 * usual);
  const peakIn = (from: number, to: number) => peakOf(samples.subarray(2 * from, 2 * to));
  const frames = 12 * 48_000;
  expect(peakIn(48_000, 96_000)).toBeGreaterThan(0.1);
  for (const edge of [peakIn(0, 10), peakIn(frames - 48, frames)]) expect(edge).toBeLessThan(0.06);
});

test('several processes render the same moments as one', async () => {
  const options = { ...small, fps: 120, moments: 'mistakes', start: undefined, end: undefined } as const;
  const { request } = requestInFolder({ parts, options });
  const notes: string[] = [];
  const file = join(emptyFolder(), 'alone.mp4');
  const { pool: _, ...alone } = request;
  await renderReplay({ ...alone, file });
  await renderReplay(request, { onNote: (note) => notes.push(note) });
  expect(notes).toContain('Rendering with 2 processes.');
  // The frame at a cut and its neighbours are mixes of two pieces.
  const around = [478, 479, 480, 481];
  const [one, several] = [readVideo(file, around), readVideo(request.file, around)];
  expect(several.times).toEqual(one.times);
  expect(isSameSound(several.samples, one.samples)).toBe(true);
  for (const frame of around)
    expect(meanDifference(several.pictures.get(frame)!, one.pictures.get(frame)!)).toBeLessThan(2);
});

test('thumbnail, preview and analytics belong to the moments', async () => {
  const folder = emptyFolder();
  const request = buildRequest({ ...parts, options: { ...small, moments: 'mistakes', preview: 'gif' } });
  const paths = ['video.mp4', 'thumbnail.jpg', 'preview.gif', 'analytics.json'].map((name) => join(folder, name));
  const [file, thumbnail, preview, analytics] = paths as [string, string, string, string];
  await renderReplay({ ...request, file, thumbnail, preview, analytics });
  expect(filesIn(folder)).toEqual(['analytics.json', 'preview.gif', 'thumbnail.jpg', 'video.mp4']);
  const { video, moments } = JSON.parse(readFileSync(analytics, 'utf8'));
  expect(new Set(moments.map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(['mistakes', 'hardest', 'best', 'highlights', 'first_miss']),
  );
  expect(moments[0]).toEqual({ kind: 'mistakes', start: 8200, end: 12_200 });
  expect(video).toEqual({
    starts_at: 8200,
    clock_rate: 1,
    pieces: pieces.map(({ start, end }, i) => ({ starts_at: start, ends_at: end, video_starts_at: i * 4000 })),
  });
});

test('moments are found in the clip', async () => {
  const { schedule, renderer } = await prepare({ moments: 'mistakes', start: 20_000, end: 31_000 });
  expect(schedule.pieces.map(({ start, end }) => [start, end])).toEqual([[28_200, 31_000]]);
  expect(songTimeOf(schedule, 0)).toBe(28_200);
  await renderer.close();
});

test('highlights are not longer than requested, at any speed', async () => {
  for (const speed of [1, 2]) {
    const { schedule, renderer } = await prepare({ moments: 'highlights', highlightsSeconds: 10, speed });
    expect(schedule.frames / schedule.fps).toBeLessThanOrEqual(10.1);
    expect(schedule.frames / schedule.fps).toBeGreaterThan(6);
    await renderer.close();
  }
});

test.each([
  ['mistakes', 'This part of the play has no mistakes.'],
  ['highlights', 'This part of the play has no objects.'],
] as const)('a clip after the last object has no %s', async (kind, message) => {
  await expect(prepare({ moments: kind, start: 61_000 })).rejects.toMatchObject({ code: 'video/no-moments', message });
});

test('highlights keep the beat of the song over their cuts', async () => {
  // A knock on every beat of 500 ms, and three parts with four objects per second.
  const beats = Array.from({ length: 130 }, (_, i) => i / 2);
  const hard = [12_000, 30_000, 48_000].flatMap((start) => Array.from({ length: 16 }, (_, i) => start + i * 250));
  const song = knocks(beats, 65);
  const wave = waveFile({ rate: 48_000, channels: 1, frames: song.length / 2 }, (frame) => song[2 * frame]!);
  const play: PlayParts = {
    ...parts,
    general: ['AudioFilename: song.wav'],
    set: { ...parts.set, 'song.wav': wave },
    objects: [...new Set([...times, ...hard])].sort((a, b) => a - b).map((t) => `${placeOf(t).join(',')},${t},1,0`),
    modBits: modBit.NF,
    options: { ...small, moments: 'highlights', highlightsSeconds: 14, hitsoundVolume: 0 },
  };
  const { schedule, renderer } = await prepareRender(buildRequest(play));
  expect(schedule.pieces).toHaveLength(3);
  await renderer.close();
  const { result, read } = await renderPlay(play);
  const found = findKnocks(read().samples);
  expect(result.durationMs).toBeGreaterThan(10_000);
  expect(found).toHaveLength(result.durationMs / 500);
  for (const [i, seconds] of found.entries()) expect(Math.abs(seconds - i / 2)).toBeLessThan(0.005);
});

test('a failed play has no moments after it has failed', async () => {
  const { schedule, renderer } = await prepare({ moments: 'mistakes' }, { frames: untouched });
  const { failedAt } = renderer.scene.play;
  expect(failedAt).toBeGreaterThan(2000);
  expect(schedule.pieces.at(-1)!.end).toBe(failedAt! + 1500);
  await renderer.close();
});

test.each([
  ['mistakes', 'The play has no mistakes.'],
  ['first_miss', 'The play has no miss, and its combo never breaks.'],
] as const)('a perfect play has no %s', async (kind, message) => {
  const perfect = moving(0, 62_000, 50, (t) => {
    const next = Math.ceil(t / 1000) * 1000;
    return [...placeOf(next), times.includes(t) ? 1 : 0];
  });
  await expect(prepare({ moments: kind }, { frames: perfect })).rejects.toMatchObject({
    code: 'video/no-moments',
    message: expect.stringContaining(message),
  });
});
