import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Job as JobView } from '../../../src/contract/index.ts';
import { createLog } from '../../../src/log.ts';
import { openBeatmaps } from '../../../src/service/beatmaps/index.ts';
import { type Queue, startQueue, startRelay } from '../../../src/service/jobs/index.ts';
import {
  createComparer,
  createRenderer,
  type Render,
  type RenderTask,
  startLentWorker,
  startWorker,
  type WorkerOptions,
} from '../../../src/service/worker/index.ts';
import { mapBytes } from '../beatmaps/map-text.ts';
import { makeZip } from '../files/zip.ts';
import { get, jsonOf, post, replayForm } from '../http/requests.ts';
import { assets, childPrograms } from '../processes/built-files.ts';
import { buildRequest } from '../rendering/test-render.ts';
import { taps } from '../replays/build-play.ts';
import { repeatRenders } from './repeat-renders.ts';
import { type InProcessService, startInProcessService } from './service.ts';

/** A service with workers that render small videos. */
export interface Rendering {
  readonly service: InProcessService;
  readonly queue: Queue;
  /** Submits a replay and returns the job's id. By default the map is in the library and no earlier job is identical. */
  submit(options?: { fields?: Record<string, string>; file?: Uint8Array<ArrayBuffer> }): Promise<string>;
  job(id: string): Promise<JobView & { error_message: string | null }>;
  /** Waits until a job is completed or failed. */
  ended(id: string): ReturnType<Rendering['job']>;
  log(id: string): Promise<string>;
  /** Renders in a process of its own, even if an earlier render was the same. */
  readonly renderAnew: Render;
  /** Wraps every later render of all workers. */
  through(wrap: (render: Render, worker: { readonly rendererVersion: string }) => Render): void;
  /** Stops all workers. */
  stopWorker(): Promise<void>;
  /** Starts another worker. */
  startWorker(options?: NewWorker): Promise<void>;
  /** Starts a worker that has only a token. */
  startLentWorker(token: string, options?: { size?: number }): ReturnType<typeof startLentWorker>;
  stop(): Promise<void>;
}

interface NewWorker extends Partial<Pick<WorkerOptions, 'reporting' | 'complete'>> {
  readonly rendererVersion?: string;
  readonly size?: number;
}

export interface RenderingOptions {
  /** Overrides of the render options, for small videos. */
  readonly videoOptions?: Partial<RenderTask['options']>;
  readonly segmentSeconds?: number;
  /** The number of concurrent renders of a worker. */
  readonly size?: number;
  /** Copies the files of an earlier render of the same play, see `repeatRenders`. */
  readonly repeats?: boolean;
  /** More settings of the service. */
  readonly env?: Readonly<Record<string, string>>;
}

const parts = {
  general: ['AudioFilename: none.mp3'],
  objects: ['256,192,1000,1,0', '100,100,1500,1,0'],
};
const request = buildRequest({
  ...parts,
  frames: taps(
    [
      [1000, 256, 192],
      [1500, 100, 100],
    ],
    3000,
  ),
});

/** A play of two circles. */
export const playedReplay = Uint8Array.from(request.replay);
/** A play of the same map whose first hit is late, which is a mistake. */
export const lateReplay = Uint8Array.from(
  buildRequest({
    ...parts,
    frames: taps(
      [
        [1080, 256, 192],
        [1500, 100, 100],
      ],
      3000,
    ),
  }).replay,
);
let plays = 0;

/** The same play with other bytes, so that no earlier video is reused. */
export function savedAnew(): Uint8Array<ArrayBuffer> {
  const bytes = playedReplay.slice();
  plays++;
  // The last eight bytes are the id of the online score.
  new DataView(bytes.buffer).setUint32(bytes.length - 8, plays, true);
  return bytes;
}

export const playedMap = mapBytes(parts);
export const playedSet = makeZip([{ name: 'map.osu', data: playedMap }]);

/** Half a second at 320×180. */
export const small = { width: 320, height: 180, fps: 30, preset: 'ultrafast', start: 800, end: 1300 };

/** What the operator of the service has chosen. */
export const testEncoding = { encoder: 'libx264', preset: 'ultrafast', crf: 30 };

/** Starts a service with a worker. */
export async function startRenderingService(options: RenderingOptions = {}): Promise<Rendering> {
  const { videoOptions = small, segmentSeconds = 0, repeats = false } = options;
  const log = createLog('silent');
  const service = await startInProcessService({
    env: { BEATMAP_MIRRORS: '', DEBUG: 'true', RENDER_PRESET: 'ultrafast', RENDER_CRF: '30', ...options.env },
  });
  const { database, jobs, storage, dataDir, url } = service;
  const library = join(dataDir, 'beatmaps');
  await mkdir(library, { recursive: true });
  await writeFile(join(library, 'played.osz'), playedSet);

  const queue = await startQueue({ database, log });
  const relay = await startRelay({ database, queue, log });
  const beatmaps = await openBeatmaps({
    folder: library,
    storage,
    mirrors: [],
    maxBytes: 10_000_000,
    setChild: { childPath: childPrograms.set },
  });
  const renderAnew = createRenderer({
    assets,
    env: {},
    timeLimitSeconds: null,
    memoryMb: 1024,
    childPath: childPrograms.render,
  });
  const plain = repeats ? repeatRenders(renderAnew) : renderAnew;
  let renderBy = (_: { rendererVersion: string }) => plain;
  let folders = 0;
  const newFolder = () => join(dataDir, 'tmp', `render-${folders++}`);
  const renderWith =
    (rendererVersion: string): Render =>
    (task, hooks) =>
      renderBy({ rendererVersion })({ ...task, options: { ...task.options, ...videoOptions } }, hooks);
  const start = ({ rendererVersion = 'test', size = options.size ?? 1, ...others }: NewWorker = {}) =>
    startWorker({
      jobs,
      queue,
      storage,
      beatmaps,
      log,
      complete: jobs.complete,
      ...others,
      render: renderWith(rendererVersion),
      compare: createComparer({ childPath: childPrograms.compare }),
      rendererVersion,
      encoding: testEncoding,
      segmentSeconds,
      newFolder,
      size,
      name: 'test',
      version: 'test',
      drainMs: 200,
    });
  const workers = [await start()];
  const job: Rendering['job'] = async (id) => jsonOf(await get(`${url}/v1/jobs/${id}`));

  return {
    service,
    queue,
    renderAnew,
    async submit({ fields = {}, file = savedAnew() } = {}) {
      const response = await post(`${url}/v1/render`, replayForm({ file, fields }));
      if (response.status !== 202) throw new Error(await response.text());
      return (await jsonOf(response)).job_id;
    },
    job,
    ended: (id) =>
      vi.waitFor(
        async () => {
          const found = await job(id);
          expect(['completed', 'failed']).toContain(found.status);
          return found;
        },
        { timeout: 300_000, interval: 100 },
      ),
    log: async (id) => (await get(`${url}/v1/artifacts/logs/${id}.log`)).text(),
    through(wrap) {
      renderBy = (worker) => wrap(plain, worker);
    },
    async stopWorker() {
      for (const worker of workers) await worker.stop();
    },
    async startWorker(options) {
      workers.push(await start(options));
    },
    startLentWorker: (token, { size = 1 } = {}) =>
      startLentWorker({
        serviceUrl: url,
        token,
        signal: new AbortController().signal,
        render: renderWith('lent'),
        newFolder,
        cores: 4,
        size,
        name: 'lent',
        version: '9.8.7',
        drainMs: 200,
        log,
      }),
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
 * The render children of a process. The pattern must match the end of the command line: between fork and exec a child has
 * the command line of its parent, which may contain the path of the program, and pausing it then would pause the parent.
 */
export function rendersOf(pid: number): number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(pid), '-f', 'render-child.js$'], { encoding: 'utf8' });
    return found.trim().split('\n').map(Number);
  } catch {
    // Without a match, pgrep ends with exit code 1.
    return [];
  }
}
