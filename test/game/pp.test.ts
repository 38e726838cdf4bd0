import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBeatmapByMd5, openArchive } from '../../src/game/archive/index.ts';
import { modsOf } from '../../src/game/mods/index.ts';
import { createRosuPp } from '../../src/game/pp/index.ts';
import { sharedData } from '../support/files/shared-data.ts';
import { readRealReplay } from '../support/replays/real-replays.ts';

/** A play that danser judged; it has its own implementation of the same formulas (2025-03-06). */
interface DanserRow {
  id: string;
  danser: { counts: [number, number, number, number]; combo: number; pp: number; stars?: number };
}

const table = sharedData === null ? null : join(sharedData, '../reference/danser-judgements.json');
const rows: DanserRow[] = table !== null && existsSync(table) ? JSON.parse(readFileSync(table, 'utf8')).rows : [];
if (rows.length === 0) console.log('No shared data: pp are not compared with danser.');

test('the shared data has all plays that danser judged', () => {
  expect(rows.length).toBe(table === null ? 0 : 128);
});

if (rows.length > 0) {
  const pp = createRosuPp();
  const manifest = readManifest();

  test.each(rows)('$id has the pp and stars of danser', ({ id, danser }) => {
    const replay = readRealReplay(manifest.replays.get(id)!);
    const mods = modsOf(replay);
    const map = { osu: readMap(manifest.maps.get(replay.header.beatmapMd5)!), mods };
    const [n300, n100, n50, misses] = danser.counts;
    const statistics = replay.scoreInfo?.statistics ?? {};
    const rated = pp.final(map, { n300, n100, n50, misses, maxCombo: danser.combo, statistics })!;

    // Both print two or three decimals. Their flashlight skills differ, and it is unknown which is right.
    const flashlight = mods.acronyms.includes('FL');
    expect(Math.abs(rated - danser.pp)).toBeLessThan(flashlight ? danser.pp * 0.03 : 0.006);
    // For a map of one object, danser has no stars and rosu-pp-js the sum of two tiny skills.
    if (danser.stars !== undefined && danser.stars > 0) {
      expect(Math.abs(pp.stars(map)! - danser.stars)).toBeLessThan(flashlight ? 0.02 : 0.0006);
    }
  });
}

function readManifest() {
  const { replays, maps } = JSON.parse(readFileSync(join(sharedData!, 'manifest.json'), 'utf8')) as {
    replays: { id: string; path: string }[];
    maps: SharedMap[];
  };
  return {
    replays: new Map(replays.map(({ id, path }) => [id, path])),
    maps: new Map(maps.map((map) => [map.md5, map])),
  };
}

interface SharedMap {
  md5: string;
  /** An .osz file, or the folder of the .osu file. */
  path: string;
  osu_file: string;
}

function readMap({ path, osu_file, md5 }: SharedMap): Uint8Array {
  if (!path.endsWith('.osz')) return readFileSync(join(sharedData!, path, osu_file));
  return findBeatmapByMd5(openArchive(readFileSync(join(sharedData!, path))), md5)!.bytes;
}
