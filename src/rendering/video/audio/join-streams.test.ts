import { expect, test } from 'vitest';
import { readAll } from '../../../../test/support/video/test-sound.ts';
import { joinStreams, type StreamPart } from './join-streams.ts';
import type { PcmStream } from './pcm-stream.ts';

/** An endless sound; `log` records when it is opened and closed. */
function part(first: number, fadeIn: number, sampleAt: (frame: number) => number, log: string[] = []): StreamPart {
  const open = (): PcmStream => {
    let frame = 0;
    log.push(`open ${first}`);
    return {
      read: (frames) => {
        const from = frame;
        frame += frames;
        return Float32Array.from({ length: frames * 2 }, (_, i) => sampleAt(from + (i >> 1)));
      },
      close: () => void log.push(`close ${first}`),
    };
  };
  return { first, fadeIn, open };
}

const left = (samples: Float32Array) => samples.filter((_, i) => i % 2 === 0);

test('one sound stays as it is', () => {
  const samples = left(readAll(joinStreams([part(0, 0, (frame) => frame)]), 5));
  expect([...samples]).toEqual([0, 1, 2, 3, 4]);
});

test('each sound starts at its frame, and each is closed when the next one is heard alone', () => {
  const log: string[] = [];
  const joined = joinStreams([part(0, 0, () => 1, log), part(10, 4, (frame) => frame + 100, log)]);
  expect([...left(joined.read(10))]).toEqual(new Array(10).fill(1));
  expect(log).toEqual(['open 0']);
  joined.read(4);
  expect(log).toEqual(['open 0', 'open 10']);
  expect([...left(joined.read(3))]).toEqual([104, 105, 106]);
  expect(log).toEqual(['open 0', 'open 10', 'close 0']);
  joined.close();
  expect(log).toEqual(['open 0', 'open 10', 'close 0', 'close 10']);
});

test('both sounds are closed if reading ends in a cross-fade', () => {
  const log: string[] = [];
  const joined = joinStreams([part(0, 0, () => 1, log), part(2, 4, () => 1, log)]);
  joined.read(4);
  joined.close();
  expect(log.filter((line) => line.startsWith('close'))).toEqual(['close 0', 'close 2']);
});

test('a cross-fade has the same power throughout', () => {
  const fade = left(readAll(joinStreams([part(0, 0, () => 1), part(0, 100, () => 0)]), 100));
  const rise = left(readAll(joinStreams([part(0, 0, () => 0), part(0, 100, () => 1)]), 100));
  for (let i = 0; i < 100; i++) expect(fade[i]! ** 2 + rise[i]! ** 2).toBeCloseTo(1, 5);
  for (let i = 1; i < 100; i++) expect(Math.abs(fade[i]! - fade[i - 1]!)).toBeLessThan(0.02);
});

test('a sound without a cross-fade follows directly', () => {
  const samples = left(readAll(joinStreams([part(0, 0, () => 1), part(3, 0, () => 2), part(5, 0, () => 3)]), 7));
  expect([...samples]).toEqual([1, 1, 1, 2, 2, 3, 3]);
});

test.each([1, 7, 64])('reading blocks of %d frames gives the same as reading all at once', (block) => {
  const parts = (): [StreamPart, ...StreamPart[]] => [
    part(0, 0, (frame) => Math.sin(frame / 5)),
    part(50, 20, (frame) => Math.sin(frame / 3)),
    part(120, 10, (frame) => Math.cos(frame / 4)),
  ];
  const whole = joinStreams(parts()).read(256);
  const joined = joinStreams(parts());
  const blocks: number[] = [];
  while (blocks.length < 512) blocks.push(...joined.read(block));
  expect(blocks.slice(0, 512)).toEqual([...whole]);
});
