import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A process that restarts whenever it dies, as under a service manager. */
export interface SupervisedProcess {
  readonly name: string;
  /** The id of the current process. */
  pid(): number;
  /** Sends SIGKILL to the process, not to its children. False when it does not run now. */
  kill(): boolean;
  /** Whether the current process has reported that it is ready and was not killed. */
  isReady(): boolean;
  /** How often it ended by itself after it was ready, which no fault around it may cause. */
  crashes(): number;
  /** Stops it for good and returns its exit code. */
  stop(): Promise<number | null>;
}

export interface ProcessOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** The working directory, by which the process's children are found. */
  readonly folder: string;
  readonly restartAfterMs?: number;
}

/** The process has its own session, so that signals reach it alone; setpriv ends it with this process. */
const withParentDeathSignal = existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', 'TERM'] : [];

/** Starts a process and restarts it whenever it dies. */
export function superviseProcess({
  name,
  args,
  env,
  logFile,
  folder,
  restartAfterMs = 300,
}: ProcessOptions): SupervisedProcess {
  const { PATH = '', HOME = '' } = process.env;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let logLengthAtStart = 0;
  let crashes = 0;
  let child = start();

  function start(): ChildProcess {
    const log = openSync(logFile, 'a');
    logLengthAtStart = fstatSync(log).size;
    const [program, ...rest] = [...withParentDeathSignal, resolve('bin/reprise'), ...args];
    const started = spawn(program!, rest, {
      cwd: folder,
      detached: true,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    started.once('exit', () => {
      if (isStopping) return;
      if (!started.killed && hasReportedReady()) crashes++;
      timer = setTimeout(() => {
        child = start();
      }, restartAfterMs);
    });
    return started;
  }

  const hasReportedReady = () => readFileSync(logFile).subarray(logLengthAtStart).includes(' is ready: ');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const isRunning = () => !child.killed && !hasEnded();
  return {
    name,
    pid: () => child.pid!,
    kill: () => isRunning() && child.kill('SIGKILL'),
    isReady: () => isRunning() && hasReportedReady(),
    crashes: () => crashes,
    async stop() {
      isStopping = true;
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
