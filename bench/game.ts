import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Beatmap as RosuBeatmap } from 'rosu-pp-js';
import { findBeatmapByMd5, openArchive } from '../src/game/archive/index.ts';
import { parseBeatmap } from '../src/game/beatmap/index.ts';
import { modsOf } from '../src/game/mods/index.ts';
import { judge } from '../src/game/play/index.ts';
import { type Replay, readReplay } from '../src/game/replay/index.ts';
import { syntheticFrames, syntheticMap } from '../test/support/beatmaps/synthetic-map.ts';
import { sharedData } from '../test/support/files/shared-data.ts';
import { buildReplay } from '../test/support/replays/build-replay.ts';
import { reportMistakeCauses } from './game/mistake-causes.ts';
import { round } from './round.ts';

/**
 * Measures parsing a map and judging a play, compared with rosu-pp-js parsing the same map, for growing maps, and finding
 * the causes of mistakes, compared with judging. Prints one JSON object per line.
 */
export async function run(): Promise<void> {
  reportMistakeCauses(fastest);
  for (const pair of realPairs()) report(pair, 15);
  report(syntheticPair('synthetic 1x', 1_000), 25);
  report(syntheticPair('synthetic 10x', 10_000), 5);
  // The largest map that is accepted.
  report(syntheticPair('synthetic 100x', 100_000), 2);
}

interface Pair {
  readonly name: string;
  readonly osu: Uint8Array;
  readonly replay: Pick<Replay, 'header' | 'frames' | 'scoreInfo' | 'seed'>;
}

function report({ name, osu, replay }: Pair, runs: number): void {
  const mods = modsOf(replay);
  const { beatmap } = parseBeatmap(osu);
  const objects = beatmap.objects.length;
  const parseMs = fastest(runs, () => parseBeatmap(osu));
  const judgeMs = fastest(runs, () => judge(beatmap, replay, mods));
  const rosuParseMs = fastest(runs, () => new RosuBeatmap(osu).free());
  console.log(
    JSON.stringify({
      bench: 'game',
      map: name,
      objects,
      frames: replay.frames.count,
      parseMs: round(parseMs, 2),
      judgeMs: round(judgeMs, 2),
      msPer1000Objects: round(((parseMs + judgeMs) * 1000) / objects, 2),
      rosuParseMs: round(rosuParseMs, 2),
      rosuParseMsPer1000Objects: round((rosuParseMs * 1000) / objects, 2),
    }),
  );
}

/** An ordinary, a dense and a long play; none without shared data. */
function realPairs(): Pair[] {
  if (sharedData === null) return [];
  const ids = [
    'acchu-ma-seishun-tv-si_reforms-extra_NM_barrymckawkinn',
    'firmament-castle-velie_grand-finale-2_NM_syfou',
    'the-unforgiving_marathon_NM_respektive',
  ];
  const { maps } = JSON.parse(readFileSync(join(sharedData, 'manifest.json'), 'utf8')) as { maps: SharedMap[] };
  return ids.flatMap((name) => {
    const path = join(sharedData!, 'replays', `${name}.osr`);
    if (!existsSync(path)) return [];
    const replay = readReplay(readFileSync(path));
    const map = maps.find(({ md5 }) => md5 === replay.header.beatmapMd5);
    return map === undefined ? [] : [{ name, osu: readMap(sharedData!, map), replay }];
  });
}

interface SharedMap {
  readonly md5: string;
  readonly path: string;
  readonly osu_file: string;
}

function readMap(folder: string, { path, osu_file, md5 }: SharedMap): Uint8Array {
  if (!path.endsWith('.osz')) return readFileSync(join(folder, path, osu_file));
  return findBeatmapByMd5(openArchive(readFileSync(join(folder, path))), md5)!.bytes;
}

function syntheticPair(name: string, objects: number): Pair {
  const { header, ...rest } = buildReplay({ frames: syntheticFrames(objects, 15), header: { modBits: 0 } });
  return {
    name,
    osu: syntheticMap(objects),
    replay: { ...rest, header: { ...header, frames: { offset: 0, length: 1 }, scoreInfo: null } },
  };
}

/** CPU time of the fastest run, including garbage collection; a busy machine affects the slower runs. */
function fastest(runs: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
