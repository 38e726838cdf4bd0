import { expect, test } from 'vitest';
import type { VideoSettings } from './encoder.ts';
import { encoderOptions, usesChangeHints } from './encoder-options.ts';

const settings = (changes: Partial<VideoSettings>): VideoSettings => ({
  file: 'out.mp4',
  width: 1920,
  height: 1080,
  fps: 60,
  encoder: 'libx264',
  preset: 'veryfast',
  crf: 20,
  audio: null,
  ...changes,
});

test.each([
  ['libx264', { g: '120', preset: 'veryfast', crf: '20', 'x264-params': 'stitchable=1' }],
  ['libx265', { g: '120', preset: 'veryfast', crf: '20', 'x265-params': 'open-gop=0:log-level=error' }],
  ['libsvtav1', { g: '120', preset: '10', crf: '20' }],
  ['h264_nvenc', { g: '120', preset: 'p3', rc: 'vbr', cq: '20', b: '0' }],
  ['hevc_nvenc', { g: '120', preset: 'p3', rc: 'vbr', cq: '20', b: '0' }],
  ['h264_qsv', { g: '120', preset: 'veryfast', global_quality: '20' }],
  ['h264_vaapi', { g: '120', rc_mode: 'CQP', qp: '20' }],
  ['h264_amf', { g: '120', quality: 'speed', rc: 'cqp', qp_i: '20', qp_p: '20' }],
  ['h264_videotoolbox', { g: '120', flags: '+qscale', global_quality: '7552' }],
  ['an_unknown_one', { g: '120' }],
])('%s is asked for its preset and quality in its own words', (encoder, options) => {
  expect(encoderOptions(settings({ encoder }))).toEqual(options);
});

test.each([
  ['ultrafast', 'p1', 'veryfast', '12'],
  ['placebo', 'p7', 'veryslow', '3'],
])('%s stays within what others have', (preset, nvenc, qsv, svtav1) => {
  const presetOf = (encoder: string) => encoderOptions(settings({ encoder, preset })).preset;
  expect([presetOf('h264_nvenc'), presetOf('h264_qsv'), presetOf('libsvtav1')]).toEqual([nvenc, qsv, svtav1]);
});

test('key frames are two seconds apart at any rate, and threads are as many as said', () => {
  expect(encoderOptions(settings({ fps: 30, threads: 3 }))).toMatchObject({ g: '60', threads: '3' });
});

test.each([-1, 51.5, Number.NaN])('a quality of %d is refused', (crf) => {
  expect(() => encoderOptions(settings({ crf }))).toThrow('between 0 and 51');
});

test.each([
  ['libx264', 'ultrafast', true],
  ['libx264', 'superfast', false],
  ['h264_nvenc', 'ultrafast', false],
])('hints of what changed for %s at %s: %s', (encoder, preset, pays) => {
  expect(usesChangeHints(settings({ encoder, preset }))).toBe(pays);
});
