import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from '../config.ts';

/** The process's environment over the `.env` file of the folder the command was started in. */
export function readEnvironment(env: Environment = process.env, folder: string = process.cwd()): Environment {
  const file = join(folder, '.env');
  if (!existsSync(file)) return env;
  return { ...(parseEnv(readFileSync(file, 'utf8')) as Environment), ...env };
}
