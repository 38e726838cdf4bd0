import { expect, test, vi } from 'vitest';
import { findKnocks, isSameSound, knocks, readAll, streamOf } from '../../../../test/support/test-sound.ts';
import { stretchTime } from './time-stretch.ts';
import { playAtVariableSpeed } from './variable-speed.ts';

const moments = [0.1, 0.6, 1.0003, 1.13, 2, 2.777, 3.31, 4.9001];
const song = knocks(moments, 6);
const second = 48_000;

// From its own speed to twice of it in the first two seconds of what is heard; three seconds of the song are over then.
const placeAt = (played: number) =>
  played < 2 * second ? played + played ** 2 / (4 * second) : 3 * second + (played - 2 * second) * 2;
const playedAt = (place: number) =>
  place < 3 * second ? 2 * second * (Math.sqrt(1 + place / second) - 1) : 2 * second + (place - 3 * second) / 2;
const expected = moments.map((moment) => playedAt(moment * second) / second);

test.each([
  ['with its pitch', () => playAtVariableSpeed(streamOf(song), placeAt)],
  ['at its own pitch', () => stretchTime(streamOf(song), { sourceFrameAt: placeAt, playedFrameAt: playedAt })],
])('%s, a song that gets faster has every knock once, within a millisecond of its time', (_, bend) => {
  const heard = readAll(bend());
  expect(heard.length / 2 / second).toBeCloseTo(3.5, 3);
  const found = findKnocks(heard);
  expect(found).toHaveLength(moments.length);
  for (const [i, moment] of expected.entries()) expect(Math.abs(found[i]! - moment)).toBeLessThan(0.001);
});

test('it sounds the same in blocks of any size', () => {
  const whole = playAtVariableSpeed(streamOf(song), placeAt).read(4 * second);
  expect(isSameSound(readAll(playAtVariableSpeed(streamOf(song), placeAt)), whole)).toBe(true);
});

test('a speed of one changes nothing', () => {
  const heard = playAtVariableSpeed(streamOf(song), (played) => played).read(2 * second);
  expect(isSameSound(heard, song.subarray(0, 4 * second))).toBe(true);
});

test('twice as fast is an octave higher', () => {
  const tone = new Float32Array(second * 4);
  for (let i = 0; i < tone.length; i++) tone[i] = 0.5 * Math.sin(((i >> 1) / second) * 2 * Math.PI * 440);
  const heard = playAtVariableSpeed(streamOf(tone), (played) => played * 2).read(second / 2);
  let crossings = 0;
  for (let frame = 0; frame + 1 < heard.length / 2; frame++)
    if (heard[2 * frame]! < 0 && heard[2 * frame + 2]! >= 0) crossings++;
  expect(crossings).toBeCloseTo(440, -1);
});

test('closing it closes the source', () => {
  const close = vi.fn();
  playAtVariableSpeed({ ...streamOf(song), close }, placeAt).close();
  expect(close).toHaveBeenCalledOnce();
});
