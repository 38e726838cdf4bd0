import { once } from 'node:events';
import type { Config } from '../../config.ts';
import { type Installation, openInstallation } from '../wiring/open-installation.ts';
import { createStopSignal } from '../wiring/stop-signal.ts';
import { createProcessLog } from './process-log.ts';

export interface RunOptions {
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Starts everything. `stopSignal` aborts at the first stop signal, also while this is running. */
  readonly start: (installation: Installation, stopSignal: AbortSignal) => Promise<void>;
}

/**
 * Opens the installation, starts what runs in it, and closes it after a stop signal, or if something cannot be started. Returns
 * the exit code.
 */
export async function runUntilStopped(config: Config, { applicationName, start }: RunOptions): Promise<number> {
  const log = createProcessLog(config);
  const stopSignal = createStopSignal(log);
  // Without a stop signal, the process ends because something failed.
  let exitCode = 1;
  const installation = await openInstallation(config, {
    access: 'run',
    applicationName,
    log,
    onLateClose: () => process.exit(exitCode),
  });
  try {
    await start(installation, stopSignal);
    if (!stopSignal.aborted) await once(stopSignal, 'abort');
    exitCode = 0;
  } finally {
    await installation.close();
  }
  return exitCode;
}
