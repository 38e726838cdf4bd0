import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeStream } from './decode.ts';
import { encodeSound } from './encode-sound.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-sound-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const samples = 4 * 48_000;

test('encoded sound decodes completely, at its time, and close to the original', async () => {
  const given = music();
  const file = join(folder, 'sound.mp4');
  await encodeSound({ read: readerOf(given), close() {} }, { file, bitrate: 192_000, samples });
  const stream = decodeStream(file)!;
  const heard = stream.read(samples + 48_000);
  stream.close();
  // The last AAC frame is padded with silence.
  expect(heard.length / 2 - samples).toBeGreaterThanOrEqual(0);
  expect(heard.length / 2 - samples).toBeLessThan(1_024);
  expect(closeness(given, heard)).toBeGreaterThan(33);
});

/** Chords that differ between the sides, with a beat of noise four times per second: hard to encode for AAC. */
function music(): Float32Array {
  const out = new Float32Array(samples * 2);
  let random = 1;
  for (let frame = 0; frame < samples; frame++) {
    const second = frame / 48_000;
    const root = 220 * 2 ** (Math.floor(second * 2) / 12);
    const chord = (tune: number) =>
      [1, 1.25, 1.5, 3.01, 6.02].reduce(
        (sum, part) => sum + Math.sin(2 * Math.PI * root * part * tune * second) / part,
        0,
      );
    random = (random * 16_807) % 2_147_483_647;
    const beat = (random / 2_147_483_647 - 0.5) * Math.exp(-(frame % 12_000) / 1_500);
    out[2 * frame] = 0.15 * chord(1) + 0.5 * beat;
    out[2 * frame + 1] = 0.15 * chord(1.003) + 0.3 * beat;
  }
  return out;
}

function readerOf(given: Float32Array): (frames: number) => Float32Array {
  let at = 0;
  return (frames) => {
    at += frames;
    return given.subarray((at - frames) * 2, at * 2);
  };
}

/** The segmental signal-to-noise ratio in decibels, over segments of a fiftieth of a second. */
function closeness(given: Float32Array, heard: Float32Array): number {
  const piece = 960 * 2;
  const levels: number[] = [];
  for (let from = 0; from + piece <= given.length; from += piece) {
    let sound = 0;
    let error = 0;
    for (let index = from; index < from + piece; index++) {
      sound += given[index]! ** 2;
      error += (given[index]! - heard[index]!) ** 2;
    }
    levels.push(10 * Math.log10(sound / error));
  }
  return levels.reduce((sum, level) => sum + level) / levels.length;
}
