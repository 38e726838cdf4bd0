import { type Config, type EnvironmentVariables, readConfig } from '../../config.ts';
import { Failure } from '../../failure.ts';

export interface WorkerSettings {
  readonly config: Config;
  readonly serviceUrl: string;
  readonly webhookSecret: string;
  /** PORT is set: the worker serves its health and metrics there. */
  readonly hasHealthEndpoint: boolean;
}

/** Reads a worker's configuration, or throws one failure that lists everything that is missing. */
export function readWorkerSettings(env: EnvironmentVariables): WorkerSettings {
  const config = readConfig(env);
  const { database, storage, serviceUrl, webhookSecret, renderWorkers } = config;
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== '';
  const problems: string[] = [];
  if (database.kind === 'embedded') problems.push("DATABASE_URL is required: the service's PostgreSQL.");
  if (storage.kind === 'local' && !isSet('DATA_DIR')) {
    problems.push("S3_BUCKET is required (the service's bucket), or DATA_DIR (a folder shared with the service).");
  }
  if (serviceUrl === null) problems.push('SERVICE_URL is required: where the worker reports that a render has ended.');
  if (webhookSecret === null) problems.push('WEBHOOK_SECRET is required: the same as that of the service.');
  if (renderWorkers === 0) problems.push('RENDER_WORKERS must be at least 1.');
  if (serviceUrl === null || webhookSecret === null || problems.length > 0) {
    const message = ['Cannot start a worker with this configuration:', ...problems].join('\n  ');
    throw new Failure('config/invalid', message);
  }
  return { config, serviceUrl, webhookSecret, hasHealthEndpoint: isSet('PORT') };
}
