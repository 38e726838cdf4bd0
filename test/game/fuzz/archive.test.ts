import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { findBeatmapByMd5, openArchive, skinArchiveLimits } from '../../../src/game/archive/index.ts';
import { syntheticMap } from '../../support/beatmaps/synthetic-map.ts';
import { fuzz, fuzzCases } from '../../support/files/fuzz.ts';
import { sharedData } from '../../support/files/shared-data.ts';
import { makeZip } from '../../support/files/zip.ts';
import { startCpuClock } from '../../support/processes/cpu-clock.ts';

const timeLimitMs = 300_000 * Math.max(1, fuzzCases / 2000);

const generated = [
  makeZip([
    { name: 'skin.ini', data: '[General]\nVersion: 2.5' },
    { name: 'fonts/', method: 'store' },
    { name: 'fonts/score-0.png', data: 'x'.repeat(300), method: 'store' },
    { name: 'hitcircle.png', data: 'abc'.repeat(100), dataDescriptor: true },
  ]),
  makeZip([
    { name: 'easy.osu', data: syntheticMap(20) },
    { name: Buffer.from([0x95, 0x88, 0x96, 0xca, 0x2e, 0x6f, 0x73, 0x75]), data: syntheticMap(30) },
  ]),
  makeZip([{ name: 'a.png', data: 'wide', zip64: true }], { zip64End: true, comment: 'with 64-bit sizes' }),
];

function realArchives(): Uint8Array[] {
  if (sharedData === null) {
    console.log('No shared data: only generated archives are mutated.');
    return [];
  }
  const folder = join(sharedData, 'skins');
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.osk') && statSync(path).size < 5_000)
    .map((path) => new Uint8Array(readFileSync(path)));
}

/** Reads every entry, also after one that fails. */
function readEverything(bytes: Uint8Array): void {
  const archive = openArchive(bytes, skinArchiveLimits);
  let failure: Failure | null = null;
  for (const { name, bytes: size } of archive.entries) {
    try {
      const entry = archive.read(name);
      if (entry?.length !== size) throw new Error(`${name} has ${entry?.length} bytes but declares ${size}.`);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure = error;
    }
  }
  findBeatmapByMd5(archive, '0'.repeat(32));
  if (failure !== null) throw failure;
}

test('mutated archives are read or refused, quickly and in little memory', { timeout: timeLimitMs }, async () => {
  const report = await fuzz({ samples: [...generated, ...realArchives()], read: readEverything });
  console.log(JSON.stringify(report));
  expect(report.slowestMs).toBeLessThan(1000);
  expect(report.memoryMb).toBeLessThan(256);
  // Otherwise the mutations are too weak or too strong to find a bug.
  expect(report.refused).toBeGreaterThan(0);
  expect(report.accepted).toBeGreaterThan(0);
});

describe('bombs', () => {
  const zeros = new Uint8Array(64 * 1024 * 1024);
  const bomb = (declaredBytes: number) => makeZip([{ name: 'bomb.png', data: zeros, declaredBytes }]);

  /** Many records for the same bytes: each entry is small, but their sum exceeds the limit. */
  function overlapping(): Uint8Array {
    const single = makeZip([{ name: 'a', data: zeros.subarray(0, 1024 * 1024) }]);
    const directoryAt = new DataView(single.buffer).getUint32(single.length - 6, true);
    const record = single.subarray(directoryAt, single.length - 22);
    const end = single.slice(-22);
    const view = new DataView(end.buffer);
    const count = 2000;
    view.setUint16(8, count, true);
    view.setUint16(10, count, true);
    view.setUint32(12, count * record.length, true);
    return Uint8Array.from([
      ...single.subarray(0, directoryAt),
      ...Array(count)
        .fill([...record])
        .flat(),
      ...end,
    ]);
  }

  test.each<[string, Uint8Array, string]>([
    ['an archive that declares its size', bomb(zeros.length), 'archive/too-large'],
    ['an archive that declares 4 GB', bomb(0xffffffff), 'archive/too-large'],
    ['an archive that declares a small size', bomb(100), 'archive/too-large'],
    ['an archive that declares the maximum size', bomb(6_000_000), 'archive/too-large'],
    ['an archive whose entries share their bytes', overlapping(), 'archive/too-large'],
  ])('refuses %s at once', (_, bytes, code) => {
    const before = process.memoryUsage().rss;
    const cpuMs = startCpuClock();
    expect(() => openArchive(bytes, skinArchiveLimits).read('bomb.png')).toThrow(expect.objectContaining({ code }));
    // Far more than it takes: the clock also counts the garbage collection of the test before.
    expect(cpuMs()).toBeLessThan(5000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
  });
});
