import type { Config } from '../../config.ts';
import { assetFolder } from '../../program-files.ts';
import type { Danser } from '../../rendering/danser/index.ts';
import { createRenderer, type Render } from '../../service/worker/index.ts';
import { resourcesPerRender } from './render-resources.ts';

/** The renderer with the limits of the configuration. */
export function createConfiguredRenderer(config: Config, danser: Danser | null): Render {
  const { renderWorkers, renderProcesses, segmentSeconds } = config;
  return createRenderer({
    assets: assetFolder,
    danser,
    env: childEnvironment(process.env),
    timeLimitSeconds: config.renderTimeoutSeconds,
    maxVideoSeconds: config.limits.maxVideoSeconds,
    memoryMb: config.renderMemoryMb,
    pool: () => ({ machine: resourcesPerRender(renderWorkers), processes: renderProcesses, segmentSeconds }),
  });
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
