import { expect, test } from 'vitest';
import { createSamplePlayer, stereoGains } from './sample-player.ts';

const one = Float32Array.of(1, 1, 2, 2, 3, 3);

function mixed(
  play: (voices: ReturnType<typeof createSamplePlayer>) => void,
  blocks: readonly number[] = [8],
): number[] {
  const voices = createSamplePlayer();
  play(voices);
  let from = 0;
  return blocks.flatMap((frames) => {
    const out = new Float32Array(frames * 2);
    voices.mixInto(out, from);
    from += frames;
    return [...out];
  });
}

test.each([
  [0, 1, 1],
  [-1, 1, 0],
  [1, 0, 1],
  [-0.25, 1, 0.75],
  [0.4, 0.6, 1],
  [-5, 1, 0],
])('a balance of %d is %d on the left and %d on the right', (balance, left, right) => {
  expect(stereoGains(1, balance)).toEqual({ left, right });
  expect(stereoGains(0.5, balance)).toEqual({ left: left / 2, right: right / 2 });
});

test('a sample begins at its exact frame, in blocks of any size', () => {
  const expected = [0, 0, 0, 0, 1, 0.5, 2, 1, 3, 1.5, 0, 0];
  for (const blocks of [[6], [1, 1, 1, 1, 1, 1], [2, 4], [3, 3], [4, 2]])
    expect(mixed((voices) => voices.play(one, 2, { volume: 1, balance: -0.5 }), blocks)).toEqual(expected);
});

test('a sample that began before the mix plays from its middle', () => {
  expect(mixed((voices) => voices.play(one, -2, { volume: 1, balance: 0 }), [2])).toEqual([3, 3, 0, 0]);
});

test('samples add up', () => {
  const sum = mixed(
    (voices) => {
      voices.play(one, 0, { volume: 1, balance: 0 });
      voices.play(one, 1, { volume: 0.5, balance: 0 });
    },
    [4],
  );
  expect(sum).toEqual([1, 1, 2.5, 2.5, 4, 4, 1.5, 1.5]);
});

test('a hundred thousand plays of one sample at one frame cost no more than one', () => {
  const sound = new Float32Array(96_000).fill(0.001);
  const out = new Float32Array(96_000);
  const voices = createSamplePlayer();
  for (let index = 0; index < 100_000; index++) voices.play(sound, 0, { volume: 0.01, balance: 0 });
  voices.mixInto(out, 0);
  expect(out[95_999]).toBeCloseTo(1, 3);
});
