import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

export interface Command {
  readonly command: readonly string[];
  readonly options: { readonly uid?: number; readonly gid?: number };
}

/** PostgreSQL's own variables would change what it does, and our secrets are none of its business. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

export function start({ command, options }: Command, more: SpawnOptions): ChildProcess {
  const [program, ...args] = command;
  return spawn(program!, args, { ...options, ...more, env, cwd: '/' });
}

/** Runs to the end, but no longer than the limit; answers what it wrote on standard error. */
export function finish(command: Command, limitMs: number): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = start(command, { stdio: ['ignore', 'ignore', 'pipe'], timeout: limitMs, killSignal: 'SIGKILL' });
    let stderr = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-4000);
    });
    child.once('error', (error) => resolve({ code: null, stderr: error.message }));
    child.once('close', (code) => resolve({ code, stderr }));
  });
}

export async function succeeds(command: Command): Promise<boolean> {
  return (await finish(command, 10_000)).code === 0;
}
