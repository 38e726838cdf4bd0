import { expect, test } from 'vitest';
import { costOf } from './cost.ts';

const hd = { width: 1920, height: 1080, fps: 60, speed: 1 };
const fourK = { ...hd, width: 3840, height: 2160 };
const minutes = (n: number, speed = 1) => ({ durationMs: n * 60_000, speed });

test.each([
  ['a clip of no length', { ...hd, start: 9e9 }, minutes(3), 1],
  ['a short 480p video', { ...hd, width: 854, height: 480, fps: 30 }, minutes(1), 1],
  ['the usual video', hd, minutes(3), 1],
  ['twice as long', hd, minutes(6), 2],
  ['twice as long with DT', hd, minutes(6, 1.5), 1],
  ['twice the frame rate', { ...hd, fps: 120 }, minutes(3), 2],
  ['half the playback speed', { ...hd, speed: 0.5 }, minutes(3), 2],
  ['three minutes in 4K', fourK, minutes(3), 4],
  ['a 4K clip', { ...fourK, start: 60_000, end: 90_000 }, minutes(10), 1],
  ['thirty seconds of highlights in 4K', { ...fourK, moments: 'highlights', highlightsSeconds: 30 }, minutes(10), 1],
  ['five minutes of highlights in 4K', { ...fourK, moments: 'highlights', highlightsSeconds: 300 }, minutes(10), 7],
  ['highlights of a short play', { ...fourK, moments: 'highlights', highlightsSeconds: 300 }, minutes(3), 4],
  ['the hardest part in 4K', { ...fourK, moments: 'hardest', highlightsSeconds: 30 }, minutes(10), 1],
  ['mistakes, of unknown number', { ...fourK, moments: 'mistakes', highlightsSeconds: 30 }, minutes(10), 13],
  ['ten minutes in 4K', fourK, minutes(10), 13],
  ['an hour in 4K', fourK, minutes(60), 16],
  ['a replay with an impossible speed', hd, minutes(3, 0), 16],
])('%s', (_, video, play, cost) => {
  expect(costOf(video, play)).toBe(cost);
});
