import { expect, test, vi } from 'vitest';
import { findKnocks, isSameSound, knocks, readAll, streamOf } from '../../../../../test/support/video/test-sound.ts';
import { stretchTime } from './time-stretch.ts';
import { playAtVariableSpeed } from './variable-speed.ts';

const moments = [0.1, 0.6, 1.0003, 1.13, 2, 2.777, 3.31, 4.9001];
const song = knocks(moments, 6);
const second = 48_000;

// The speed doubles during the first two seconds, in which three seconds of the song are played.
const sourceFrameAt = (played: number) =>
  played < 2 * second ? played + played ** 2 / (4 * second) : 3 * second + (played - 2 * second) * 2;
const playedFrameAt = (frame: number) =>
  frame < 3 * second ? 2 * second * (Math.sqrt(1 + frame / second) - 1) : 2 * second + (frame - 3 * second) / 2;
const expected = moments.map((moment) => playedFrameAt(moment * second) / second);

test.each([
  ['with a change of pitch', () => playAtVariableSpeed(streamOf(song), sourceFrameAt)],
  ['without a change of pitch', () => stretchTime(streamOf(song), { sourceFrameAt, playedFrameAt })],
])('%s, a song that speeds up has every knock once, within a millisecond of its time', (_, play) => {
  const heard = readAll(play());
  expect(heard.length / 2 / second).toBeCloseTo(3.5, 3);
  const found = findKnocks(heard);
  expect(found).toHaveLength(moments.length);
  for (const [i, moment] of expected.entries()) expect(Math.abs(found[i]! - moment)).toBeLessThan(0.001);
});

test('variable speed sounds the same in blocks of any size', () => {
  const whole = playAtVariableSpeed(streamOf(song), sourceFrameAt).read(4 * second);
  expect(isSameSound(readAll(playAtVariableSpeed(streamOf(song), sourceFrameAt)), whole)).toBe(true);
});

test('a speed of one changes nothing', () => {
  const heard = playAtVariableSpeed(streamOf(song), (played) => played).read(2 * second);
  expect(isSameSound(heard, song.subarray(0, 4 * second))).toBe(true);
});

test('double speed is an octave higher', () => {
  const tone = new Float32Array(second * 4);
  for (let i = 0; i < tone.length; i++) tone[i] = 0.5 * Math.sin(((i >> 1) / second) * 2 * Math.PI * 440);
  const heard = playAtVariableSpeed(streamOf(tone), (played) => played * 2).read(second / 2);
  let crossings = 0;
  for (let frame = 0; frame + 1 < heard.length / 2; frame++)
    if (heard[2 * frame]! < 0 && heard[2 * frame + 2]! >= 0) crossings++;
  expect(crossings).toBeCloseTo(440, -1);
});

test('closing the stream closes its source', () => {
  const close = vi.fn();
  playAtVariableSpeed({ ...streamOf(song), close }, sourceFrameAt).close();
  expect(close).toHaveBeenCalledOnce();
});
