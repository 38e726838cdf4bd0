import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job as JobView } from '../../src/contract/index.ts';
import { createLog } from '../../src/log.ts';
import { openBeatmaps } from '../../src/service/beatmaps/index.ts';
import { startQueue, startRelay } from '../../src/service/jobs/index.ts';
import { createRenderer, type Render, type RenderTask, startWorker } from '../../src/service/worker/index.ts';
import { assets, childPrograms } from './built.ts';
import { get, jsonOf, post, replayForm } from './http.ts';
import { madeRequest } from './made-render.ts';
import { mapBytes } from './map-text.ts';
import { taps } from './plays.ts';
import { type InnerService, startInnerService } from './service.ts';
import { makeZip } from './zip.ts';

/** The whole way of a replay, with workers that make small videos. */
export interface Rendering {
  readonly service: InnerService;
  /** The id of a new job; of the map in the library, and like none before, unless told otherwise. */
  submit(options?: { fields?: Record<string, string>; file?: Uint8Array<ArrayBuffer> }): Promise<string>;
  job(id: string): Promise<JobView & { error_message: string | null }>;
  log(id: string): Promise<string>;
  /** Takes part in every render from now on, by whichever worker. */
  through(wrap: (render: Render, worker: { readonly rendererVersion: string }) => Render): void;
  /** All there are. */
  stopWorker(): Promise<void>;
  /** One more. */
  startWorker(options?: { rendererVersion?: string; size?: number }): Promise<void>;
  stop(): Promise<void>;
}

export interface RenderingOptions {
  /** How the videos are made smaller than was asked for. */
  readonly pictures?: Partial<RenderTask['options']>;
  readonly segmentSeconds?: number;
  /** Renders at a time. */
  readonly size?: number;
}

const parts = {
  general: ['AudioFilename: none.mp3'],
  objects: ['256,192,1000,1,0', '100,100,1500,1,0'],
};
const request = madeRequest({
  ...parts,
  frames: taps(
    [
      [1000, 256, 192],
      [1500, 100, 100],
    ],
    3000,
  ),
});

/** A play of two circles, and the set they are of. */
export const playedReplay = Uint8Array.from(request.replay);
let plays = 0;

/** The same play, saved anew: other bytes, so that it is rendered and no earlier video taken for it. */
export function savedAnew(): Uint8Array<ArrayBuffer> {
  const bytes = playedReplay.slice();
  plays++;
  // The last eight bytes are the number of the score online.
  new DataView(bytes.buffer).setUint32(bytes.length - 8, plays, true);
  return bytes;
}

export const playedMap = mapBytes(parts);
export const playedSet = makeZip([{ name: 'map.osu', data: playedMap }]);

/** Half a second of 320×180. */
export const small = { width: 320, height: 180, fps: 30, preset: 'ultrafast', start: 800, end: 1300 };

export async function startRenderingService(options: RenderingOptions = {}): Promise<Rendering> {
  const { pictures = small, segmentSeconds = 0 } = options;
  const log = createLog('silent');
  const service = await startInnerService({ env: { BEATMAP_MIRRORS: '', DEBUG: 'true' } });
  const { database, jobs, storage, dataDir, url } = service;
  const library = join(dataDir, 'beatmaps');
  await mkdir(library, { recursive: true });
  await writeFile(join(library, 'made.osz'), playedSet);

  const queue = await startQueue({ database, log });
  const relay = await startRelay({ database, boss: queue.boss, log });
  const beatmaps = await openBeatmaps({
    folder: library,
    storage,
    mirrors: [],
    maxBytes: 10_000_000,
    hasher: { childPath: childPrograms.hash },
  });
  const plain = createRenderer({
    assets,
    env: {},
    timeLimitSeconds: null,
    memoryMb: 1024,
    childPath: childPrograms.render,
  });
  const smaller: Render = (task, hooks) => plain({ ...task, options: { ...task.options, ...pictures } }, hooks);
  let renderBy = (_: { rendererVersion: string }) => smaller;
  let folders = 0;
  const start = ({ rendererVersion = 'test', size = options.size ?? 1 } = {}) =>
    startWorker({
      ...{ jobs, queue, storage, beatmaps, log },
      complete: jobs.complete,
      render: (task, hooks) => renderBy({ rendererVersion })(task, hooks),
      rendererVersion,
      encoding: { encoder: 'libx264', preset: 'ultrafast', crf: 30 },
      segmentSeconds,
      newFolder: () => join(dataDir, 'tmp', `render-${folders++}`),
      size,
      drainMs: 200,
    });
  const workers = [await start()];

  return {
    service,
    async submit({ fields = {}, file = savedAnew() } = {}) {
      const response = await post(`${url}/v1/render`, replayForm({ file, fields }));
      if (response.status !== 202) throw new Error(await response.text());
      return (await jsonOf(response)).job_id;
    },
    job: async (id) => jsonOf(await get(`${url}/v1/jobs/${id}`)),
    log: async (id) => (await get(`${url}/v1/artifacts/logs/${id}.log`)).text(),
    through(wrap) {
      renderBy = (worker) => wrap(smaller, worker);
    },
    async stopWorker() {
      for (const worker of workers) await worker.stop();
    },
    async startWorker(options) {
      workers.push(await start(options));
    },
    async stop() {
      for (const worker of workers) await worker.stop();
      await beatmaps.stop();
      await relay.stop();
      await queue.stop();
      await service.stop();
    },
  };
}

/**
 * The children that render for a process. Until a child runs its own program it seems to be its parent, who may name that
 * program on its command line; and whoever stops it then stops its parent, too, which waits for it to begin.
 */
export function rendersOf(pid: number): number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(pid), '-f', 'render-child.js$'], { encoding: 'utf8' });
    return found.trim().split('\n').map(Number);
  } catch {
    // Without a match it ends with 1.
    return [];
  }
}
