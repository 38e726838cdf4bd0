import { hostname } from 'node:os';
import { readVersion } from '../../program-files.ts';
import type { Beatmaps } from '../../service/beatmaps/index.ts';
import type { Queue } from '../../service/jobs/index.ts';
import { type Complete, createComparer, type ReportingWatch, startWorker } from '../../service/worker/index.ts';
import { createConfiguredRenderer } from './configured-renderer.ts';
import { findDanser } from './find-danser.ts';
import type { Installation } from './open-installation.ts';
import { findMemoryProblem } from './render-memory.ts';
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
  const { renderWorkers, segmentSeconds } = config;
  if (renderWorkers === 0) return;
  const memory = findMemoryProblem(config);
  if (memory !== null) log.warn(`some renders will fail: ${memory.message}. ${memory.advice}`);
  const danser = await findDanser(config.renderer);
  const render = createConfiguredRenderer(config, danser);
  const worker = await startWorker({
    ...parts,
    jobs,
    storage,
    log,
    render,
    compare: createComparer(),
    encoding: config.encoding,
    // Danser always renders a play from its beginning, so segments would save nothing.
    segmentSeconds: danser ? 0 : segmentSeconds,
    rendererVersion: readRendererVersion(config.renderer),
    onAttempt: metrics.attemptStarted,
    onAttemptEnd: metrics.attemptEnded,
    onCheck: metrics.segmentChecked,
    size: renderWorkers,
    name: `${hostname()}:${process.pid}`,
    version: readVersion(),
    drainMs: config.drainSeconds * 1_000,
  });
  installation.onClose('worker', () => worker.stop());
}
