import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A process that is started again whenever it dies, as an operator's system does it. */
export interface Resident {
  readonly name: string;
  /** The one that runs now. */
  pid(): number;
  /** SIGKILL, as from the kernel; its children are left alone. False when it does not run at this moment. */
  kill(): boolean;
  /** Whether the one that runs now has said that it is up. One that was killed is not, before its end is heard of. */
  isReady(): boolean;
  /** How often it ended by itself after it was up, which nothing that happens around it may cause. */
  falls(): number;
  /** Asks it to stop for good and answers its exit code. */
  stop(): Promise<number | null>;
}

export interface ResidentOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Where it is started; all its children are there too, which is how they are found. */
  readonly folder: string;
  readonly restartAfterMs?: number;
}

/** It has a session of its own, so that signals reach it alone; but it must not outlive a run that is broken off. */
const tiedToUs = existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', 'TERM'] : [];

export function startResident({ name, args, env, logFile, folder, restartAfterMs = 300 }: ResidentOptions): Resident {
  const { PATH = '', HOME = '' } = process.env;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let saidBefore = 0;
  let falls = 0;
  let child = start();

  function start(): ChildProcess {
    const log = openSync(logFile, 'a');
    saidBefore = fstatSync(log).size;
    const [program, ...rest] = [...tiedToUs, resolve('bin/reprise'), ...args];
    const started = spawn(program!, rest, {
      cwd: folder,
      detached: true,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    started.once('exit', () => {
      if (stopping) return;
      if (!started.killed && saidReady()) falls++;
      timer = setTimeout(() => {
        child = start();
      }, restartAfterMs);
    });
    return started;
  }

  const saidReady = () => readFileSync(logFile).subarray(saidBefore).includes(' is ready: ');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const runs = () => !child.killed && !hasEnded();
  return {
    name,
    pid: () => child.pid!,
    kill: () => runs() && child.kill('SIGKILL'),
    isReady: () => runs() && saidReady(),
    falls: () => falls,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (!hasEnded()) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }
      return child.exitCode;
    },
  };
}
