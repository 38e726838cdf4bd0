import type { Config, EnvironmentVariables } from '../../config.ts';
import { readVersion } from '../../program-files.ts';
import { createWorkerApp } from '../../service/http/index.ts';
import { createCompletionReporter, type ReportingWatch, watchReporting } from '../../service/worker/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import type { Output } from '../output/output.ts';
import { hideSecrets } from '../startup/hide-secrets.ts';
import { lendWorker } from '../startup/lend-worker.ts';
import { isLent, type LentWorkerFlags, readLentWorkerSettings } from '../startup/lent-worker-settings.ts';
import { createProcessLog } from '../startup/process-log.ts';
import { runUntilStopped } from '../startup/run-until-stopped.ts';
import { serveMetrics } from '../startup/serve-metrics.ts';
import { readWorkerSettings, type WorkerSettings } from '../startup/worker-settings.ts';
import { openBeatmapSources } from '../wiring/beatmap-sources.ts';
import { readVariablesWithEnvFile } from '../wiring/env-file.ts';
import { closeServer, listen, type ReservedPort, reservePort } from '../wiring/listen.ts';
import { workerName } from '../wiring/open-database.ts';
import type { Installation } from '../wiring/open-installation.ts';
import { startRendering } from '../wiring/start-rendering.ts';
import { createStopSignal } from '../wiring/stop-signal.ts';

const name = 'worker';
const help = `bin/reprise worker
bin/reprise worker --service URL [--token TOKEN]

Renders the jobs of a service that runs elsewhere, until SIGTERM or SIGINT. Needs DATABASE_URL, SERVICE_URL, WEBHOOK_SECRET
and the S3 settings (or a shared DATA_DIR), all as the service has them. Takes no jobs while the service does not accept its
reports. With PORT set, it serves /health and /metrics.

A lent worker needs none of these, only a token of the service's operator: bin/reprise workers add NAME. It renders segments of
long videos and sends them to the service.

  --service URL   the address of the service, with https unless it is this machine; by default SERVICE_URL
  --token TOKEN   by default WORKER_TOKEN, which other users of this machine cannot see
`;

const options = { service: { type: 'string' }, token: { type: 'string' } } as const;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError(`"worker" takes no ${JSON.stringify(positionals[0])}.`);
    const env = hideSecrets(readVariablesWithEnvFile());
    return isLent(env, values) ? lend(env, values) : work(env);
  });
}

/** Renders segments of another operator's service until the process gets a stop signal. */
async function lend(env: EnvironmentVariables, flags: LentWorkerFlags): Promise<number> {
  const settings = await readLentWorkerSettings(env, flags);
  const { config, serviceUrl } = settings;
  const log = createProcessLog(config);
  const onReady = () => console.log(`Reprise worker is ready: ${rendersOf(config)} at a time for ${serviceUrl}/`);
  await lendWorker(settings, { log, signal: createStopSignal(log), onReady });
  return 0;
}

const rendersOf = ({ renderWorkers }: Config) => (renderWorkers === 1 ? '1 render' : `${renderWorkers} renders`);

/** Renders jobs until the process gets a stop signal. */
async function work(env: EnvironmentVariables): Promise<number> {
  const port = await reservePort(env);
  const settings = await readWorkerSettings(port.env);
  const { config } = settings;
  return runUntilStopped(config, {
    applicationName: workerName,
    async start(installation, stopSignal) {
      const { address, reporting } = await startWorking(installation, settings, port);
      await reporting.untilAccepted(stopSignal);
      const health = address === null ? '' : ` Health: ${address}/health`;
      if (!stopSignal.aborted) console.log(`Reprise worker is ready: ${rendersOf(config)} at a time.${health}`);
    },
  });
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
