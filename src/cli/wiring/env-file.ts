import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { EnvironmentVariables } from '../../config.ts';

/** Reads the `.env` file of the working folder, if there is one; variables of the process override it. */
export function readVariablesWithEnvFile(
  env: EnvironmentVariables = process.env,
  folder: string = process.cwd(),
): EnvironmentVariables {
  const file = join(folder, '.env');
  if (!existsSync(file)) return env;
  return { ...(parseEnv(readFileSync(file, 'utf8')) as EnvironmentVariables), ...env };
}
