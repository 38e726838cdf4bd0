import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

/** A process that is started again whenever it dies, as an operator's system does it. */
export interface Resident {
  readonly name: string;
  /** The one that runs now. */
  pid(): number;
  /** Every one there was: the process groups of all their children. */
  readonly pids: readonly number[];
  /** SIGKILL, as from the kernel; its children are left alone. False when it does not run at this moment. */
  kill(): boolean;
  /** Asks it to stop for good and answers its exit code. */
  stop(): Promise<number | null>;
}

export interface ResidentOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly restartAfterMs?: number;
}

export function startResident({ name, args, env, logFile, restartAfterMs = 300 }: ResidentOptions): Resident {
  const { PATH = '', HOME = '' } = process.env;
  const pids: number[] = [];
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let child = start();

  function start(): ChildProcess {
    const log = openSync(logFile, 'a');
    const started = spawn(resolve('bin/reprise'), args, {
      cwd: tmpdir(),
      detached: true,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    pids.push(started.pid!);
    started.once('exit', () => {
      if (stopping) return;
      timer = setTimeout(() => {
        child = start();
      }, restartAfterMs);
    });
    return started;
  }

  const runs = () => child.exitCode === null && child.signalCode === null;
  return {
    name,
    pid: () => child.pid!,
    pids,
    kill: () => runs() && child.kill('SIGKILL'),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (runs()) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }
      return child.exitCode;
    },
  };
}
