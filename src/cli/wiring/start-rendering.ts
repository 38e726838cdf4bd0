import { hostname } from 'node:os';
import { assetFolder, readVersion } from '../../program-files.ts';
import type { Beatmaps } from '../../service/beatmaps/index.ts';
import type { Queue } from '../../service/jobs/index.ts';
import { type Complete, createRenderer, type ReportingWatch, startWorker } from '../../service/worker/index.ts';
import { findDanser } from './find-danser.ts';
import type { Installation } from './open-installation.ts';
import { findMemoryProblem } from './render-memory.ts';
import { resourcesPerRender } from './render-resources.ts';
import { readRendererVersion } from './renderer-version.ts';

export interface RenderingParts {
  readonly complete: Complete;
  /** Only for a worker that reports to a service on another machine. */
  readonly reporting?: ReportingWatch;
  readonly queue: Queue;
  readonly beatmaps: Beatmaps;
  readonly newFolder: () => string;
}

/** Starts rendering jobs in this process: `RENDER_WORKERS` at a time, each in its own child process. */
export async function startRendering(installation: Installation, parts: RenderingParts): Promise<void> {
  const { config, log, metrics, storage, jobs } = installation;
  const { renderWorkers, renderProcesses, segmentSeconds } = config;
  if (renderWorkers === 0) return;
  const memory = findMemoryProblem(config);
  if (memory !== null) log.warn(`some renders will fail: ${memory.message}. ${memory.advice}`);
  const danser = await findDanser(config.renderer);
  const render = createRenderer({
    assets: assetFolder,
    danser,
    env: childEnvironment(process.env),
    timeLimitSeconds: config.renderTimeoutSeconds,
    maxVideoSeconds: config.limits.maxVideoSeconds,
    memoryMb: config.renderMemoryMb,
    pool: () => ({ machine: resourcesPerRender(renderWorkers), processes: renderProcesses, segmentSeconds }),
  });
  const worker = await startWorker({
    ...parts,
    jobs,
    storage,
    log,
    render,
    encoding: config.encoding,
    // Danser always renders a play from its beginning, so segments would save nothing.
    segmentSeconds: danser ? 0 : segmentSeconds,
    rendererVersion: readRendererVersion(config.renderer),
    onAttempt: metrics.attemptStarted,
    onAttemptEnd: metrics.attemptEnded,
    size: renderWorkers,
    name: `${hostname()}:${process.pid}`,
    version: readVersion(),
    drainMs: config.drainSeconds * 1_000,
  });
  installation.onClose('worker', () => worker.stop());
}

/** Render processes get no secrets, and the memory settings that bin/reprise explains. */
function childEnvironment({ PATH = '', MALLOC_ARENA_MAX = '1', MALLOC_MMAP_THRESHOLD_ = '131072' }: NodeJS.ProcessEnv) {
  return {
    PATH,
    MALLOC_ARENA_MAX,
    MALLOC_MMAP_THRESHOLD_,
    MIMALLOC_PURGE_DELAY: '0',
    MIMALLOC_ALLOW_THP: '0',
    DISABLE_SYSTEM_FONTS_LOAD: '1',
  };
}
