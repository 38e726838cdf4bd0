import { type Config, configFailure, type EnvironmentVariables, parseConfig } from '../../config.ts';
import { findRenderingProblems } from './rendering-problems.ts';

export interface WorkerSettings {
  readonly config: Config;
  readonly serviceUrl: string;
  readonly webhookSecret: string;
  /** PORT is set: the worker serves its health and metrics there. */
  readonly hasHealthEndpoint: boolean;
}

/** Reads a worker's configuration, or throws one failure that lists everything that is wrong or missing. */
export async function readWorkerSettings(env: EnvironmentVariables): Promise<WorkerSettings> {
  const { config, problems: invalid } = parseConfig(env);
  const { storage, serviceUrl, webhookSecret, renderWorkers } = config;
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== '';
  const problems = [...invalid, ...(await findRenderingProblems(config))];
  if (!isSet('DATABASE_URL')) problems.push("DATABASE_URL is required: the service's PostgreSQL.");
  if (storage.kind === 'local' && !isSet('DATA_DIR')) {
    problems.push("S3_BUCKET is required (the service's bucket), or DATA_DIR (a folder shared with the service).");
  }
  if (!isSet('SERVICE_URL'))
    problems.push('SERVICE_URL is required: where the worker reports that a render has ended.');
  if (!isSet('WEBHOOK_SECRET')) problems.push('WEBHOOK_SECRET is required: the same as that of the service.');
  if (renderWorkers === 0) problems.push('RENDER_WORKERS must be at least 1.');
  if (serviceUrl === null || webhookSecret === null || problems.length > 0) throw configFailure(problems);
  return { config, serviceUrl, webhookSecret, hasHealthEndpoint: isSet('PORT') };
}
