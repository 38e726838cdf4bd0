import { type Config, configFailure, type EnvironmentVariables, parseConfig } from '../../config.ts';
import { findRenderingProblems } from './rendering-problems.ts';

/** Reads the configuration of the service, or throws one failure that lists everything that is wrong with it. */
export async function readServeConfig(env: EnvironmentVariables): Promise<Config> {
  const { config, problems: invalid } = parseConfig(env);
  const problems = [...invalid, ...(await findRenderingProblems(config))];
  if (problems.length > 0) throw configFailure(problems);
  return config;
}
