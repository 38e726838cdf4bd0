import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defaultSettings, renderOptionsOf } from '../src/contract/settings/index.ts';
import { defaultEncoding, openSources, type RenderSources, renderReplay } from '../src/rendering/render/index.ts';
import { sharedData } from '../test/support/files/shared-data.ts';

interface Pair {
  readonly category: string;
  readonly path: string;
  readonly map_path: string;
  readonly beatmap_md5: string;
  readonly mods_str: string;
}

interface SharedMap {
  readonly md5: string;
  readonly last_object_ms: number;
}

const mapCount = Number(process.env.BENCH_MAPS ?? 20);
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const targetMb = Number(process.env.BENCH_TARGET_MB ?? 10);
/** After the intro of most maps. */
const startMs = 15_000;

/** Renders a minute of many maps with a target size, and prints how much of it they use and how often they are rendered. */
export async function run(): Promise<void> {
  if (sharedData === null) return console.log('There are no real replays on this machine: nothing is measured.');
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  const results: { fraction: number; renders: number }[] = [];
  try {
    for (const pair of pairsIn(sharedData).slice(0, mapCount)) {
      const sources: RenderSources = {
        replay: join(sharedData, pair.path),
        beatmap: { kind: pair.map_path.endsWith('.osz') ? 'archive' : 'folder', path: join(sharedData, pair.map_path) },
        skin: null,
      };
      const options = {
        ...renderOptionsOf({ ...defaultSettings, settings: { target_size_mb: targetMb } }),
        ...defaultEncoding,
        // The hardest pictures: everything that the map has, in full brightness.
        backgroundDim: 0,
        video: true,
        start: startMs,
        end: startMs + seconds * 1000,
      };
      let renders = 1;
      const onNote = (note: string) => (renders += note.endsWith('It is rendered again.') ? 1 : 0);
      const { bytes } = await renderReplay(
        {
          ...(await openSources(sources)),
          assets: resolve('dist/assets'),
          options,
          file: join(folder, 'video.mp4'),
          pool: {
            sources,
            machine: { cores: availableParallelism(), memoryMb: 4_000 },
            processes: null,
            segmentSeconds: null,
            childPath: resolve('dist/segment-child.js'),
          },
        },
        { onNote },
      );
      const result = { fraction: bytes / (targetMb * 1e6), renders };
      results.push(result);
      console.log(JSON.stringify({ bench: 'target-size', map: pair.map_path, targetMb, seconds, ...result }));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const over = results.filter(({ fraction }) => fraction > 1).length;
  const once = results.filter(({ renders }) => renders === 1).length;
  const fractions = results.map(({ fraction }) => fraction.toFixed(2)).toSorted();
  console.log(`${results.length} videos, ${over} over the target, ${once} rendered once. Used: ${fractions.join(' ')}`);
}

/** One replay of each map that is long enough, at the map's own speed. */
function pairsIn(folder: string): Pair[] {
  const { replays, maps } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    replays: Pair[];
    maps: SharedMap[];
  };
  const long = new Set(maps.filter((map) => map.last_object_ms > startMs + seconds * 1000).map(({ md5 }) => md5));
  const pairs = replays.filter(
    (pair) => pair.category.startsWith('pair') && long.has(pair.beatmap_md5) && !/DT|NC|HT/.test(pair.mods_str),
  );
  return [...new Map(pairs.map((pair) => [pair.map_path, pair])).values()].toSorted(
    // Sets come first: single maps have no background.
    (a, b) => Number(b.map_path.endsWith('.osz')) - Number(a.map_path.endsWith('.osz')),
  );
}
