import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Beatmaps } from '../service/beatmaps/index.ts';
import type { Jobs, Queue } from '../service/jobs/index.ts';
import type { Metrics } from '../service/metrics/index.ts';
import type { Storage } from '../service/storage/index.ts';
import { type Complete, createRenderer, startWorker } from '../service/worker/index.ts';
import { findDanser } from './danser.ts';
import { assets } from './render.ts';
import { readRendererVersion } from './renderer-version.ts';
import type { StopList } from './stop.ts';
import { thisMachine } from './this-machine.ts';

export interface RenderParts {
  readonly jobs: Jobs;
  readonly complete: Complete;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly beatmaps: Beatmaps;
  readonly newFolder: () => string;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'attemptStarted' | 'attemptEnded'>;
  readonly running: StopList;
}

/** No secrets; and memory is handed out as bin/reprise has it, which says why. */
function childEnvironment({ PATH = '', MALLOC_ARENA_MAX = '1', MALLOC_MMAP_THRESHOLD_ = '131072' }: NodeJS.ProcessEnv) {
  const ofPictures = { MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ALLOW_THP: '0', DISABLE_SYSTEM_FONTS_LOAD: '1' };
  return { PATH, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, ...ofPictures };
}

/** Renders inside this process: `RENDER_WORKERS` at a time, each in a child of its own. */
export async function startRendering(config: Config, { running, metrics, ...parts }: RenderParts): Promise<void> {
  const { renderWorkers, encoding, renderTimeoutSeconds, renderMemoryMb } = config;
  const { renderProcesses, segmentSeconds, drainSeconds } = config;
  if (renderWorkers === 0) return;
  const danser = await findDanser(config.renderer);
  const render = createRenderer({
    assets,
    danser,
    env: childEnvironment(process.env),
    timeLimitSeconds: renderTimeoutSeconds,
    memoryMb: renderMemoryMb,
    pool: () => ({ machine: thisMachine(renderWorkers), processes: renderProcesses, segmentSeconds }),
  });
  const worker = await startWorker({
    ...{ ...parts, render, encoding },
    // Danser renders a play from its beginning on.
    segmentSeconds: danser ? 0 : segmentSeconds,
    rendererVersion: readRendererVersion(config.renderer),
    onAttempt: metrics.attemptStarted,
    onAttemptEnd: metrics.attemptEnded,
    size: renderWorkers,
    drainMs: drainSeconds * 1_000,
  });
  running.add('worker', () => worker.stop());
}
