import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { EnvironmentVariables } from '../../config.ts';

/** The variables that contain passwords, keys and other secrets. */
const secretNames = [
  'ADMIN_TOKEN',
  'DATABASE_URL',
  'OSU_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'WEBHOOK_SECRET',
  'WORKER_TOKEN',
] as const;

/**
 * Removes the secrets from the environment of this process, and returns a copy that has them. Every process of the same
 * user can read the environment with which a process was started, as /proc/PID/environ on Linux, also after a variable was
 * deleted; therefore its memory is overwritten.
 */
export function hideSecrets(env: EnvironmentVariables): EnvironmentVariables {
  const copy = { ...env };
  const secrets = secretNames.filter((name) => process.env[name]);
  for (const name of secrets) delete process.env[name];
  try {
    if (secrets.length > 0) overwriteInitialEnvironment(secrets);
  } catch {
    // Not on Linux, or the system does not allow it. docs/security.md says what follows.
  }
  return copy;
}

function overwriteInitialEnvironment(names: readonly string[]): void {
  const environment = readFileSync('/proc/self/environ', 'latin1');
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    for (const { name, at, length } of variablesIn(environment)) {
      if (!names.includes(name)) continue;
      writeSync(memory, Buffer.alloc(length), 0, length, environmentAddress() + at);
    }
  } finally {
    closeSync(memory);
  }
}

/** Where the value of each variable lies in the environment: NAME=value, separated by NUL. */
function variablesIn(environment: string): { name: string; at: number; length: number }[] {
  return [...environment.matchAll(/([^=\0]+)=([^\0]*)/g)].map(({ index, 1: name = '', 2: value = '' }) => ({
    name,
    at: index + name.length + 1,
    length: value.length,
  }));
}

/** Field 50 of /proc/PID/stat. The second field, the program's name, may contain spaces, so fields are counted from its end. */
function environmentAddress(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const address = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[47]);
  if (!(address > 0)) throw new Error('The address of the environment is unknown.');
  return address;
}
