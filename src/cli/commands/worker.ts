import { createLog } from '../../log.ts';
import { readVersion } from '../../program-files.ts';
import { createWorkerApp } from '../../service/http/index.ts';
import { createCompletionReporter, type ReportingWatch, watchReporting } from '../../service/worker/index.ts';
import { runCommand } from '../args/run-command.ts';
import type { Output } from '../output/output.ts';
import { hideSecrets } from '../startup/hide-secrets.ts';
import { logStrayOutput } from '../startup/log-stray-output.ts';
import { serveMetrics } from '../startup/serve-metrics.ts';
import { readWorkerSettings, type WorkerSettings } from '../startup/worker-settings.ts';
import { openBeatmapSources } from '../wiring/beatmap-sources.ts';
import { readVariablesWithEnvFile } from '../wiring/env-file.ts';
import { closeServer, listen, type ReservedPort, reservePort } from '../wiring/listen.ts';
import { workerName } from '../wiring/open-database.ts';
import { type Installation, openInstallation } from '../wiring/open-installation.ts';
import { startRendering } from '../wiring/start-rendering.ts';
import { waitForStopSignal } from '../wiring/stop-signal.ts';

const help = `bin/reprise worker

Renders the jobs of a service that runs elsewhere, until SIGTERM or SIGINT. Needs DATABASE_URL, SERVICE_URL, WEBHOOK_SECRET
and the S3 settings (or a shared DATA_DIR), all as the service has them. Takes no jobs while the service does not accept its
reports. With PORT set, it serves /health and /metrics.
`;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { help, options: {}, output }, work);
}

/** Renders jobs until the process gets a stop signal. */
async function work(): Promise<number> {
  const port = await reservePort(hideSecrets(readVariablesWithEnvFile()));
  const settings = await readWorkerSettings(port.env);
  const { config } = settings;
  const log = createLog(config.logLevel);
  logStrayOutput(log);
  const stopSignal = waitForStopSignal(log);
  const installation = await openInstallation(config, {
    access: 'run',
    applicationName: workerName,
    log,
    onLateClose: () => process.exit(0),
  });
  try {
    const { address, reporting } = await startWorking(installation, settings, port);
    const stopping = new AbortController();
    stopSignal.then(() => stopping.abort());
    await reporting.untilAccepted(stopping.signal);
    const renders = config.renderWorkers === 1 ? '1 render' : `${config.renderWorkers} renders`;
    const health = address === null ? '' : ` Health: ${address}/health`;
    if (!stopping.signal.aborted) console.log(`Reprise worker is ready: ${renders} at a time.${health}`);
    await stopSignal;
  } finally {
    await installation.close();
  }
  return 0;
}

interface Working {
  /** The address of the health endpoint; null if the worker has none. */
  readonly address: string | null;
  readonly reporting: ReportingWatch;
}

async function startWorking(
  installation: Installation,
  { serviceUrl, webhookSecret, hasHealthEndpoint }: WorkerSettings,
  port: ReservedPort,
): Promise<Working> {
  const { config, log, metrics, database, storage } = installation;
  // The API processes supervise it: without them, no worker can end a job anyway.
  const queue = await installation.startQueue({ supervises: false });
  const tempFolder = await installation.openTempFolder();
  await serveMetrics(installation);
  const { complete, check } = createCompletionReporter({ serviceUrl, secret: webhookSecret, log });
  const reporting = watchReporting({ check, log });
  installation.onClose('reporting', async () => reporting.stop());
  let address: string | null = null;
  if (hasHealthEndpoint) {
    const app = await createWorkerApp({
      config,
      version: readVersion(),
      log,
      metrics,
      database,
      storage,
      tempFolder,
      async checkReporting() {
        if (reporting.problem !== null) throw reporting.problem;
      },
    });
    installation.onClose('requests', () => closeServer(app));
    address = await listen(app, config, port);
  }
  const beatmaps = await openBeatmapSources(installation);
  await startRendering(installation, { complete, reporting, queue, beatmaps, newFolder: tempFolder.newPath });
  return { address, reporting };
}
