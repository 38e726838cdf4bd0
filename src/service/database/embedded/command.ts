import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** A command line, and the user to run it as. */
export interface Command {
  readonly command: readonly string[];
  readonly options: { readonly uid?: number; readonly gid?: number };
}

/** PostgreSQL gets no environment variables of ours: some would change its behaviour, and others are secrets. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

export function start({ command, options }: Command, more: SpawnOptions): ChildProcess {
  const [program = '', ...args] = command;
  return spawn(program, args, { ...options, ...more, env, cwd: '/' });
}

/** Runs a command to its end, but kills it at the timeout. Returns the last of what it wrote to standard error. */
export function runToEnd(command: Command, timeoutMs: number): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = start(command, { stdio: ['ignore', 'ignore', 'pipe'], timeout: timeoutMs, killSignal: 'SIGKILL' });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-4000);
    });
    child.once('error', (error) => resolve({ code: null, stderr: error.message }));
    child.once('close', (code) => resolve({ code, stderr }));
  });
}

export async function succeeds(command: Command): Promise<boolean> {
  return (await runToEnd(command, 10_000)).code === 0;
}
