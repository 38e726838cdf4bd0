import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyticsJson } from '../../src/game/analytics/index.ts';
import { modsOf } from '../../src/game/mods/index.ts';
import { readReplay, readReplayHeader, writeReplay } from '../../src/game/replay/index.ts';
import { decodeLzma } from '../../src/game/replay/lzma/decoder.ts';
import { encodeLzma } from '../../src/game/replay/lzma/encoder.ts';
import { buildReplay, windingFrames } from '../support/build-replay.ts';
import { startCpuClock } from '../support/cpu-clock.ts';
import { type FuzzReport, fuzz, fuzzCases, mutations } from '../support/fuzz.ts';
import { sharedData } from '../support/shared-data.ts';

/** `npm run fuzz` asks for more cases, and gets the time for them. */
const timeLimitMs = 300_000 * Math.max(1, fuzzCases / 2000);

const lazerDetails = {
  mods: [{ acronym: 'DT', settings: { speed_change: 1.25 } }],
  statistics: { great: 3 },
  maximumStatistics: { great: 4 },
  clientVersion: '2025.912.0-lazer',
  rank: 'A',
  totalScoreWithoutMods: 900000,
};

const made = [
  writeReplay(buildReplay()),
  writeReplay(buildReplay({ frames: windingFrames(2000), header: { version: 20130131 } })),
  writeReplay(buildReplay({ header: { version: 30000016 }, scoreInfo: lazerDetails })),
];

/** Small real replays: a case of theirs takes milliseconds, and damage is damage. */
function realReplays(): Uint8Array[] {
  if (sharedData === null) {
    console.log('No shared data: only replays made here are mutated.');
    return [];
  }
  const folder = join(sharedData, 'replays');
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).size > 0 && statSync(path).size < 25_000)
    .map((path) => new Uint8Array(readFileSync(path)));
}

function readEverything(bytes: Uint8Array): void {
  const replay = readReplay(bytes);
  modsOf(replay);
  for (const _ of analyticsJson(replay));
}

function expectHarmless(report: FuzzReport): void {
  console.log(JSON.stringify(report));
  expect(report.slowestMs).toBeLessThan(1000);
  expect(report.memoryMb).toBeLessThan(256);
  // Otherwise the mutations would have nothing to find.
  expect(report.refused).toBeGreaterThan(0);
  expect(report.accepted).toBeGreaterThan(0);
}

test('mutated replays are read or refused, quickly and in little memory', { timeout: timeLimitMs }, async () => {
  expectHarmless(await fuzz({ samples: [...made, ...realReplays()], read: readEverything }));
});

test('mutated frames inside a sound stream are read or refused', { timeout: timeLimitMs }, async () => {
  // LZMA notices most damage, so that the text behind it is damaged apart and packed again.
  const texts = [...made, ...realReplays()].flatMap((bytes) => {
    try {
      const { frames } = readReplayHeader(bytes);
      const text = decodeLzma(bytes.subarray(frames.offset, frames.offset + frames.length), 2 ** 25);
      return [text.slice(0, text.lastIndexOf(','.charCodeAt(0), 4000) + 1)];
    } catch {
      return [];
    }
  });
  const withFrames = (text: Uint8Array) => replacedFrames(made[0]!, encodeLzma(text));
  const read = (text: Uint8Array) => readEverything(withFrames(text));
  expectHarmless(await fuzz({ samples: texts, read, cases: Math.ceil(fuzzCases / 2), seed: 2 }));
});

function replacedFrames(bytes: Uint8Array, stream: Uint8Array): Uint8Array {
  const { offset, length } = readReplayHeader(bytes).frames;
  const size = new Uint8Array(4);
  new DataView(size.buffer).setInt32(0, stream.length, true);
  return Uint8Array.from([...bytes.subarray(0, offset - 4), ...size, ...stream, ...bytes.subarray(offset + length)]);
}

test('a seed makes the same mutations every time, and another seed makes others', () => {
  const first = (seed: number) => {
    const source = mutations(made[0]!, seed);
    return Array.from({ length: 20 }, () => Buffer.from(source.next().value).toString('base64'));
  };
  expect(first(7)).toEqual(first(7));
  expect(first(7)).not.toEqual(first(8));
});

const mebibyte = 1024 * 1024;

test.each([
  ['33 MiB with its size declared', 33 * mebibyte],
  ['32 MiB out of 5 KB', 32 * mebibyte],
  ['a claim of 10 bytes', 10],
  ['a claim of 4 EiB', 2 ** 62],
])('an LZMA bomb is refused at once: %s', (_, claimedBytes) => {
  const bytes = bomb(claimedBytes);
  const cpuMs = startCpuClock();
  expect(() => readReplay(bytes)).toThrow(expect.objectContaining({ code: 'replay/unreadable' }));
  expect(cpuMs()).toBeLessThan(500);
});

test('a bomb that hides its size is refused at the cap', () => {
  const bytes = bomb(null);
  const cpuMs = startCpuClock();
  expect(() => readReplay(bytes)).toThrow('more than 33554432 bytes');
  expect(cpuMs()).toBeLessThan(2000);
});

let packedZeros: Uint8Array | undefined;

/** A replay whose frames are 33 MiB of zeros and claim another size; null: claim none. */
function bomb(claimedBytes: number | null): Uint8Array {
  packedZeros ??= encodeLzma(new Uint8Array(33 * mebibyte));
  const stream = packedZeros.slice();
  new DataView(stream.buffer).setBigUint64(5, claimedBytes === null ? 2n ** 64n - 1n : BigInt(claimedBytes), true);
  return replacedFrames(made[0]!, stream);
}
