import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';

export interface DaemonOptions {
  /** The file that gets its output. */
  readonly log: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
}

/** Starts a server program in the foreground. With setpriv, it ends with the tests, even if they are killed. */
export function startDaemon(command: string, args: readonly string[], options: DaemonOptions): ChildProcess {
  const { log, env = {}, uid, gid } = options;
  const output = openSync(log, 'a');
  const spawnOptions: SpawnOptions = {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  };
  const child = existsSync('/usr/bin/setpriv')
    ? spawn('/usr/bin/setpriv', ['--pdeathsig', 'KILL', command, ...args], spawnOptions)
    : spawn(command, args, spawnOptions);
  child.on('error', () => {});
  closeSync(output);
  return child;
}

export async function stopDaemon(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
