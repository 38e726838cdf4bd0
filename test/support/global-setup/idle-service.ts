import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { liveSet } from '../browser/live-player-files.ts';
import { startServeProcess } from '../processes/serve-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a service that never renders and has the beatmap of `liveReplay`. Several test files use it at once. */
    idleService: string;
  }
}

/** Starts one service for all tests that need no empty database and no renders. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-idle-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'live.osz'), liveSet);
  const service = await startServeProcess({ dataDir, env: { BEATMAP_MIRRORS: '' } });
  provide('idleService', service.url);
  return async () => {
    await service.remove();
    await rm(dataDir, { recursive: true, force: true });
  };
}
