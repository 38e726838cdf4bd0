import { type Config, type Environment, readConfig } from '../config.ts';
import { Failure } from '../failure.ts';

export interface WorkerSettings {
  readonly config: Config;
  readonly serviceUrl: string;
  readonly webhookSecret: string;
  /** Whether an operator wants to watch this worker over HTTP. */
  readonly isWatched: boolean;
}

/** The configuration of a worker, which must share everything with the service; or what it lacks, all at once. */
export function readWorkerSettings(env: Environment): WorkerSettings {
  const config = readConfig(env);
  const { database, storage, serviceUrl, webhookSecret, renderWorkers } = config;
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== '';
  const lacks: string[] = [];
  if (database.kind === 'embedded') lacks.push('DATABASE_URL is needed: the PostgreSQL of the service.');
  if (storage.kind === 'local' && !isSet('DATA_DIR')) {
    lacks.push('S3_BUCKET is needed, or DATA_DIR as a folder shared with the service: where its artifacts are.');
  }
  if (serviceUrl === null) lacks.push('SERVICE_URL is needed: where the service is told that a render has ended.');
  if (webhookSecret === null) lacks.push('WEBHOOK_SECRET is needed, the same as that of the service.');
  if (renderWorkers === 0) lacks.push('RENDER_WORKERS must be at least 1.');
  if (serviceUrl === null || webhookSecret === null || lacks.length > 0) {
    throw new Failure('config/invalid', ['A worker cannot be started like this:', ...lacks].join('\n  '));
  }
  return { config, serviceUrl, webhookSecret, isWatched: isSet('PORT') };
}
