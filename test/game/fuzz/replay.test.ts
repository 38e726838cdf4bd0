import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyticsJson } from '../../../src/game/analytics/index.ts';
import { modsOf } from '../../../src/game/mods/index.ts';
import { readReplay, readReplayHeader, writeReplay } from '../../../src/game/replay/index.ts';
import { decodeLzma } from '../../../src/game/replay/lzma/decoder.ts';
import { encodeLzma } from '../../../src/game/replay/lzma/encoder.ts';
import { type FuzzReport, fuzz, fuzzCases, mutations } from '../../support/files/fuzz.ts';
import { sharedData } from '../../support/files/shared-data.ts';
import { startCpuClock } from '../../support/processes/cpu-clock.ts';
import { buildReplay, windingFrames } from '../../support/replays/build-replay.ts';

/** `npm run fuzz` runs more cases and needs more time. */
const timeLimitMs = 300_000 * Math.max(1, fuzzCases / 2000);

const lazerDetails = {
  mods: [{ acronym: 'DT', settings: { speed_change: 1.25 } }],
  statistics: { great: 3 },
  maximumStatistics: { great: 4 },
  clientVersion: '2025.912.0-lazer',
  rank: 'A',
  totalScoreWithoutMods: 900000,
};

const generated = [
  writeReplay(buildReplay()),
  writeReplay(buildReplay({ frames: windingFrames(2000), header: { version: 20130131 } })),
  writeReplay(buildReplay({ header: { version: 30000016 }, scoreInfo: lazerDetails })),
];

/** Small real replays, because each case takes only milliseconds. */
function realReplays(): Uint8Array[] {
  if (sharedData === null) {
    console.log('No shared data: only generated replays are mutated.');
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
  // Otherwise the mutations are too weak or too strong to find a bug.
  expect(report.refused).toBeGreaterThan(0);
  expect(report.accepted).toBeGreaterThan(0);
}

test('mutated replays are read or refused, quickly and in little memory', { timeout: timeLimitMs }, async () => {
  expectHarmless(await fuzz({ samples: [...generated, ...realReplays()], read: readEverything }));
});

test('mutated frames inside an intact LZMA stream are read or refused', { timeout: timeLimitMs }, async () => {
  // The LZMA decoder detects most damage, so mutate the text and compress it again.
  const texts = [...generated, ...realReplays()].flatMap((bytes) => {
    try {
      const { frames } = readReplayHeader(bytes);
      const text = decodeLzma(bytes.subarray(frames.offset, frames.offset + frames.length), 2 ** 25);
      return [text.slice(0, text.lastIndexOf(','.charCodeAt(0), 4000) + 1)];
    } catch {
      return [];
    }
  });
  const withFrames = (text: Uint8Array) => replaceFrames(generated[0]!, encodeLzma(text));
  const read = (text: Uint8Array) => readEverything(withFrames(text));
  expectHarmless(await fuzz({ samples: texts, read, cases: Math.ceil(fuzzCases / 2), seed: 2 }));
});

function replaceFrames(bytes: Uint8Array, stream: Uint8Array): Uint8Array {
  const { offset, length } = readReplayHeader(bytes).frames;
  const size = new Uint8Array(4);
  new DataView(size.buffer).setInt32(0, stream.length, true);
  return Uint8Array.from([...bytes.subarray(0, offset - 4), ...size, ...stream, ...bytes.subarray(offset + length)]);
}

test('a seed always gives the same mutations, and another seed gives others', () => {
  const first = (seed: number) => {
    const source = mutations(generated[0]!, seed);
    return Array.from({ length: 20 }, () => Buffer.from(source.next().value).toString('base64'));
  };
  expect(first(7)).toEqual(first(7));
  expect(first(7)).not.toEqual(first(8));
});

const mebibyte = 1024 * 1024;

test.each([
  ['33 MiB with the right declared size', 33 * mebibyte],
  ['a declared size of 32 MiB', 32 * mebibyte],
  ['a declared size of 10 bytes', 10],
  ['a declared size of 4 EiB', 2 ** 62],
])('refuses an LZMA bomb at once: %s', (_, declaredBytes) => {
  const bytes = bomb(declaredBytes);
  const cpuMs = startCpuClock();
  expect(() => readReplay(bytes)).toThrow(expect.objectContaining({ code: 'replay/unreadable' }));
  expect(cpuMs()).toBeLessThan(500);
});

test('refuses an LZMA bomb without declared size at the size limit', () => {
  const bytes = bomb(null);
  const cpuMs = startCpuClock();
  expect(() => readReplay(bytes)).toThrow('more than 33554432 bytes');
  expect(cpuMs()).toBeLessThan(2000);
});

let compressedZeros: Uint8Array | undefined;

/** A replay whose frames are 33 MiB of zeros and declare another size; null to declare none. */
function bomb(declaredBytes: number | null): Uint8Array {
  compressedZeros ??= encodeLzma(new Uint8Array(33 * mebibyte));
  const stream = compressedZeros.slice();
  new DataView(stream.buffer).setBigUint64(5, declaredBytes === null ? 2n ** 64n - 1n : BigInt(declaredBytes), true);
  return replaceFrames(generated[0]!, stream);
}
