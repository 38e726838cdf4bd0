import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Relative to the repository, where tests and benchmarks run; compiled benchmarks are in another folder. */
const launcher = resolve('bin/reprise');

/** A running `serve`, in its own process group. */
export interface ServeProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** The lines of standard output so far. */
  readonly lines: readonly string[];
  log(): string;
  /** Sends the signal to the whole process group, as a terminal does, and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops the process and removes its data. */
  remove(): Promise<void>;
}

export interface ServeOptions {
  readonly env?: Record<string, string>;
  readonly dataDir?: string | undefined;
  readonly cwd?: string;
  /** A command that runs the program, such as `taskset -c 0`. */
  readonly wrapper?: readonly string[];
}

/** Starts `serve` on a free port and waits until it is ready. */
export async function startServeProcess({ env = {}, ...options }: ServeOptions = {}): Promise<ServeProcess> {
  // No renders by default: they would slow down all other tests.
  const settings = { PORT: '0', RENDER_WORKERS: '0', ...env };
  const started = await start('serve', { env: settings, ...options }, /^Reprise is ready: (\S+)\/$/);
  return { ...started, url: started.ready };
}

/** A running `worker`. */
export interface WorkerProcess extends Omit<ServeProcess, 'url'> {
  /** The address of its health endpoint. */
  readonly url: string;
  /** Sends SIGKILL to the worker only, not to its child processes. */
  kill(): Promise<void>;
}

/** Starts `worker` and waits until it is ready. */
export async function startWorkerProcess({ env = {}, ...options }: ServeOptions = {}): Promise<WorkerProcess> {
  const settings = { PORT: '0', ...env };
  const started = await start('worker', { env: settings, ...options }, /^Reprise worker is ready: .* (\S+)\/health$/);
  return { ...started, url: started.ready };
}

/** A running `worker` that has only a token. It has no health endpoint. */
export type LentWorkerProcess = Omit<WorkerProcess, 'url'>;

/** Starts a `worker` with SERVICE_URL and WORKER_TOKEN, and waits until the service has accepted it. */
export function startLentWorkerProcess(options: ServeOptions): Promise<LentWorkerProcess> {
  return start('worker', options, /^Reprise worker is ready: .* for (\S+)\/$/);
}

/** Starts a command and waits for a line that matches; `ready` is its first capture group. */
async function start(command: string, { env, dataDir, ...options }: ServeOptions, readyPattern: RegExp) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), `reprise-${command}-`)));
  const launched = launch([command], { env: { DATA_DIR: folder, ...env }, ...options });
  const { child, lines, log } = launched;
  async function signal(pid: number, name: NodeJS.Signals): Promise<void> {
    if (!isRunning(child)) return;
    const exited = once(child, 'exit');
    process.kill(pid, name);
    await exited;
  }
  const end = async (name: NodeJS.Signals = 'SIGTERM') => {
    await signal(-child.pid!, name);
    return child.exitCode;
  };
  const remove = async () => {
    await end('SIGTERM');
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const ready = await waitUntilReady(launched, readyPattern);
    const kill = () => signal(child.pid!, 'SIGKILL');
    return { ready, dataDir: folder, pid: child.pid!, lines, log, end, kill, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Runs a command that exits by itself. */
export async function runReprise(args: string[], options: { env?: Record<string, string>; cwd?: string } = {}) {
  const { child, lines, log } = launch(args, options);
  const [code] = await once(child, 'close');
  return { code, stdout: lines.join('\n'), stderr: log() };
}

interface Launched {
  readonly child: ChildProcess & { readonly stdout: Readable };
  readonly lines: readonly string[];
  readonly log: () => string;
}

/** The log goes to a file, because reading it continuously would distort benchmarks. */
function launch(
  args: readonly string[],
  { env = {}, cwd = tmpdir(), wrapper = [] }: Omit<ServeOptions, 'dataDir'>,
): Launched {
  const { PATH = '', HOME = '' } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'reprise-log-'));
  const logFile = openSync(join(folder, 'log'), 'w');
  const [command = launcher, ...rest] = [...wrapper, launcher, ...args];
  const child = spawn(command, rest, {
    cwd,
    detached: true,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', logFile],
  }) as Launched['child'];
  closeSync(logFile);
  let log: string | null = null;
  const readLog = () => readFileSync(join(folder, 'log'), 'utf8');
  child.once('exit', () => {
    log = readLog();
    rmSync(folder, { recursive: true });
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return { child, lines, log: () => log ?? readLog() };
}

async function waitUntilReady({ child, lines, log }: Launched, readyPattern: RegExp): Promise<string> {
  while (isRunning(child)) {
    const ready = readyPattern.exec(lines.at(-1) ?? '')?.[1];
    if (ready !== undefined) return ready;
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  }
  throw new Error(`The process exited with ${child.exitCode ?? child.signalCode}. ${log()}`);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
