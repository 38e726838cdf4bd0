import { type Config, configFailure, type EnvironmentVariables, parseConfig } from '../../config.ts';
import { readLentServiceUrl } from '../../service/worker/index.ts';
import { findRenderingProblems } from './rendering-problems.ts';

export interface LentWorkerSettings {
  readonly config: Config;
  /** Without a trailing slash. */
  readonly serviceUrl: string;
  readonly token: string;
}

/** What the command line says about a lent worker. */
export interface LentWorkerFlags {
  readonly service?: string | undefined;
  readonly token?: string | undefined;
}

/** Whether a worker is lent, or has access to the database. */
export function isLent(env: EnvironmentVariables, { service, token }: LentWorkerFlags): boolean {
  return service !== undefined || token !== undefined || (env.WORKER_TOKEN?.trim() ?? '') !== '';
}

/** Reads the configuration of a lent worker, or throws one failure that lists everything that is wrong or missing. */
export async function readLentWorkerSettings(
  env: EnvironmentVariables,
  flags: LentWorkerFlags,
): Promise<LentWorkerSettings> {
  const { config, problems: invalid } = parseConfig(env);
  const problems = [...invalid, ...(await findRenderingProblems(config))];
  const token = flags.token?.trim() || config.workerToken;
  const address = flags.service?.trim() || env.SERVICE_URL?.trim();
  const service = address ? readLentServiceUrl(address) : null;
  if (!token) problems.push('WORKER_TOKEN or --token is required: the operator of the service has it.');
  if (service === null) problems.push('SERVICE_URL or --service is required: the address of the service.');
  if (service !== null && 'problem' in service) problems.push(`The address of the service ${service.problem}.`);
  if (config.renderWorkers === 0) problems.push('RENDER_WORKERS must be at least 1.');
  if (config.renderer.kind === 'danser') problems.push('RENDERER must be builtin: danser renders no segments.');
  if (!token || service === null || 'problem' in service || problems.length > 0) throw configFailure(problems);
  return { config, serviceUrl: service.url, token };
}
