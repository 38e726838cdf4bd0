import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { configFailure, type EnvironmentVariables } from '../../config.ts';
import { FileError, isSystemError } from '../output/file-error.ts';

/** Reads the `.env` file of the working folder, if there is one; variables of the process override it. */
export function readVariablesWithEnvFile(
  env: EnvironmentVariables = process.env,
  folder: string = process.cwd(),
): EnvironmentVariables {
  const text = readEnvFile(folder);
  return text === null ? env : { ...(parseEnv(text) as EnvironmentVariables), ...env };
}

/** The text of the `.env` file; null if there is none. */
export function readEnvFile(folder: string): string | null {
  const file = join(folder, '.env');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'ENOENT') return null;
    throw configFailure([new FileError('read', file, error.code).message]);
  }
}
