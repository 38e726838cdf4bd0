import { spawn } from 'node:child_process';
import { LaunchError } from './launch-error.mjs';

/** Runs a command until it exits. Its output goes to standard error, because standard output belongs to the program. */
export function run(command, args, { root, env = process.env, stdio = ['ignore', 2, 2] }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio });
    child.once('error', (cause) => reject(new LaunchError(`${command} could not start: ${cause.message}`)));
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new LaunchError(`${[command, ...args].join(' ')} ended with ${signal ?? `code ${code}`}.`));
    });
  });
}
