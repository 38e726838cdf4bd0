import { expect, test } from 'vitest';
import type { VideoSettings } from './encoder.ts';
import { encoderOptions, ratesTiles, usesChangeHints } from './encoder-options.ts';

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
  ['an_unknown_encoder', { g: '120' }],
])('%s gets its own names for preset and quality', (encoder, options) => {
  expect(encoderOptions(settings({ encoder }))).toEqual(options);
});

test.each([
  ['ultrafast', 'p1', 'veryfast', '12'],
  ['quick', 'p2', 'veryfast', '11'],
  ['balanced', 'p3', 'veryfast', '10'],
  ['small', 'p6', 'medium', '7'],
  ['placebo', 'p7', 'veryslow', '3'],
])('%s is mapped into the range of other encoders', (preset, nvenc, qsv, svtav1) => {
  const presetOf = (encoder: string) => encoderOptions(settings({ encoder, preset })).preset;
  expect([presetOf('h264_nvenc'), presetOf('h264_qsv'), presetOf('libsvtav1')]).toEqual([nvenc, qsv, svtav1]);
});

test.each([
  ['quick', 'ultrafast', '18.2', /^stitchable=1:subme=1:.*:mbtree=1:/],
  ['balanced', 'veryfast', '18.8', /^stitchable=1:subme=1:me=dia:/],
  ['small', 'medium', '21.4', /^stitchable=1:ref=2:bframes=5:/],
])('%s changes settings and crf of x264 at %s', (preset, base, crf, params) => {
  const options = encoderOptions(settings({ preset }));
  expect(options).toMatchObject({ preset: base, crf, 'x264-params': expect.stringMatching(params) });
});

test.each([
  [60, 20, 18.8],
  [30, 20, 19.4],
  [120, 20, 18.36],
  [240, 20, 18.36],
  [60, 0, 0],
  [60, 0.5, 0.1],
  [15, 51, 51],
])('at %d frames per second, balanced encodes crf %d as %d', (fps, crf, ofX264) => {
  expect(Number(encoderOptions(settings({ preset: 'balanced', fps, crf })).crf)).toBeCloseTo(ofX264, 2);
});

test.each([
  [60, 20, 26.3],
  [30, 20, 23.9],
  [240, 20, 28.07],
])('with rated tiles at %d frames per second, balanced encodes crf %d as %d, without lookahead', (fps, crf, ofX264) => {
  const options = encoderOptions(settings({ preset: 'balanced', fps, crf }), true);
  expect(Number(options.crf)).toBeCloseTo(ofX264, 2);
  expect(options['x264-params']).toMatch(/^stitchable=1:.*:mbtree=0:rc-lookahead=0:/);
});

test.each([
  [60, 20, { qp: '21' }],
  [30, 20, { qp: '19' }],
  [240, 20, { qp: '23' }],
  [30, 0.5, { qp: '1' }],
  [240, 51, { qp: '51' }],
  [60, 0, { crf: '0' }],
])('at %d frames per second, ultrafast encodes crf %d with %o', (fps, crf, expected) => {
  const { crf: ofX264, qp } = encoderOptions(settings({ preset: 'ultrafast', fps, crf }));
  expect({ crf: ofX264, qp }).toEqual(expected);
});

test('ultrafast keeps to the crf where the rate is limited', () => {
  const limited = settings({ preset: 'ultrafast', rateLimit: { bitrate: 1_000_000, seconds: 60 } });
  expect(encoderOptions(limited)).toMatchObject({ crf: '20' });
  expect(encoderOptions(limited)).not.toHaveProperty('qp');
});

test.each([
  ['balanced', {}, true],
  ['quick', { preset: 'quick' }, true],
  ['another preset', { preset: 'small' }, false],
  ['another encoder', { encoder: 'libx265' }, false],
  ['a lossless video', { crf: 0 }, false],
  ['a limited rate', { rateLimit: { bitrate: 1e6, seconds: 1 } }, false],
])('tiles are rated for %s: %o', (_, changes, areRated) => {
  expect(ratesTiles(settings({ preset: 'balanced', ...changes }))).toBe(areRated);
});

test('key frames are two seconds apart at any frame rate, and the number of threads can be set', () => {
  expect(encoderOptions(settings({ fps: 30, threads: 3 }))).toMatchObject({ g: '60', threads: '3' });
});

test.each([-1, 51.5, Number.NaN])('a quality of %d is invalid', (crf) => {
  expect(() => encoderOptions(settings({ crf }))).toThrow('between 0 and 51');
});

test.each([
  ['libx264', 'ultrafast', true],
  ['libx264', 'quick', false],
  ['libx264', 'balanced', false],
  ['libx264', 'superfast', false],
  ['h264_nvenc', 'ultrafast', false],
])('change hints for %s at %s: %s', (encoder, preset, isUsed) => {
  expect(usesChangeHints(settings({ encoder, preset }))).toBe(isUsed);
});

test('quick uses change hints where x264 looks ahead', () => {
  expect(usesChangeHints(settings({ preset: 'quick', rateLimit: { bitrate: 1e6, seconds: 1 } }))).toBe(true);
});

test.each([
  ['a second', 1],
  ['ten seconds', 10],
  ['a minute', 60],
  ['an hour', 3600],
])('the pictures of %s have no more bits than the limit', (_, seconds) => {
  const rateLimit = { bitrate: 1_000_000, seconds };
  const { maxrate, bufsize } = encoderOptions(settings({ rateLimit }));
  const bits = Number(maxrate) * seconds + 0.9 * Number(bufsize);
  expect(bits / (rateLimit.bitrate * seconds)).toBeCloseTo(1, 4);
  expect(Number(maxrate)).toBeGreaterThan(0.5 * rateLimit.bitrate);
  expect(Number(bufsize)).toBeLessThanOrEqual(10_000_000);
});

test('an encoder that cannot limit its rate is refused', () => {
  expect(() => encoderOptions(settings({ encoder: 'h264_vaapi', rateLimit: { bitrate: 1e6, seconds: 1 } }))).toThrow(
    'The encoder h264_vaapi cannot keep a video below a target size.',
  );
});
