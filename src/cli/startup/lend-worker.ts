import { once } from 'node:events';
import { availableParallelism, hostname } from 'node:os';
import type { Log } from '../../log.ts';
import { readVersion } from '../../program-files.ts';
import { openTempFolder } from '../../service/temp-folder/index.ts';
import { startLentWorker } from '../../service/worker/index.ts';
import { createConfiguredRenderer } from '../wiring/configured-renderer.ts';
import { createDataFolder } from '../wiring/data-folder.ts';
import type { LentWorkerSettings } from './lent-worker-settings.ts';

/** Renders segments of a service until the signal aborts. Throws what the service says if it refuses the worker. */
export async function lendWorker(
  { config, serviceUrl, token }: LentWorkerSettings,
  { log, signal, onReady }: { readonly log: Log; readonly signal: AbortSignal; readonly onReady: () => void },
): Promise<void> {
  await createDataFolder(config.dataDir);
  const tempFolder = await openTempFolder(config.dataDir);
  try {
    const worker = await startLentWorker({
      serviceUrl,
      token,
      signal,
      render: createConfiguredRenderer(config, null),
      newFolder: tempFolder.newPath,
      cores: availableParallelism(),
      size: config.renderWorkers,
      name: `${hostname()}:${process.pid}`,
      version: readVersion(),
      drainMs: config.drainSeconds * 1_000,
      log,
    });
    try {
      onReady();
      if (!signal.aborted) await Promise.race([once(signal, 'abort'), worker.refused]);
    } finally {
      await worker.stop();
    }
  } catch (error) {
    // It was stopped while it waited for the service.
    if (!signal.aborted) throw error;
  } finally {
    await tempFolder.close();
  }
}
