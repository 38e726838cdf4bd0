import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Tests and benchmarks are both run from the top of the repository; the latter lie elsewhere once compiled. */
const launcher = resolve('bin/reprise');

/** The program itself, started the way a person starts it, in a process group of its own. */
export interface Serving {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** What stands on standard output so far. */
  readonly lines: readonly string[];
  log(): string;
  /** Signals the whole group, as a terminal does, and answers the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends it, by force when needed, and removes its data. */
  remove(): Promise<void>;
}

export interface ServeOptions {
  readonly env?: Record<string, string>;
  readonly dataDir?: string | undefined;
  readonly cwd?: string;
  /** What starts the program in place of the system, such as `taskset -c 0`. */
  readonly wrapper?: readonly string[];
}

/** Starts `serve` on a free port and waits until it says that it is ready. */
export async function startServing({ env = {}, ...options }: ServeOptions = {}): Promise<Serving> {
  // Renders only where a test asks for them: they take the processor from everything else.
  const settings = { PORT: '0', RENDER_WORKERS: '0', ...env };
  const started = await start('serve', { env: settings, ...options }, /^Reprise is ready: (\S+)\/$/);
  return { ...started, url: started.ready };
}

/** A worker in a process of its own. */
export interface Working extends Omit<Serving, 'url'> {
  /** Where it shows its health. */
  readonly url: string;
  /** SIGKILL for the worker alone: its children are left to themselves. */
  kill(): Promise<void>;
}

/** Starts `worker` and waits until it says that it is ready. */
export async function startWorking({ env = {}, ...options }: ServeOptions = {}): Promise<Working> {
  const settings = { PORT: '0', ...env };
  const started = await start('worker', { env: settings, ...options }, /^Reprise worker is ready: .* (\S+)\/health$/);
  return { ...started, url: started.ready };
}

/** Starts a command and waits for a line; what its expression has caught is the answer. */
async function start(command: string, { env, dataDir, ...how }: ServeOptions, line: RegExp) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), `reprise-${command}-`)));
  const { child, lines, log } = launch([command], { env: { DATA_DIR: folder, ...env }, ...how });
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
    const ready = await readyLine(child, line, lines, log);
    const kill = () => signal(child.pid!, 'SIGKILL');
    return { ready, dataDir: folder, pid: child.pid!, lines, log, end, kill, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Runs a command that is expected to end by itself. */
export async function runReprise(args: string[], options: { env?: Record<string, string>; cwd?: string } = {}) {
  const { child, lines, log } = launch(args, options);
  const [code] = await once(child, 'close');
  return { code, stdout: lines.join('\n'), stderr: log() };
}

/** The log goes to a file: reading it all the time would take part in what a benchmark measures. */
function launch(args: readonly string[], { env = {}, cwd = tmpdir(), wrapper = [] }: Omit<ServeOptions, 'dataDir'>) {
  const { PATH = '', HOME = '' } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'reprise-log-'));
  const logFile = openSync(join(folder, 'log'), 'w');
  const [command, ...rest] = [...wrapper, launcher, ...args];
  const child = spawn(command!, rest, {
    cwd,
    detached: true,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', logFile],
  });
  closeSync(logFile);
  let log: string | null = null;
  const readLog = () => readFileSync(join(folder, 'log'), 'utf8');
  child.once('exit', () => {
    log = readLog();
    rmSync(folder, { recursive: true });
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line));
  return { child, lines, log: () => log ?? readLog() };
}

async function readyLine(child: ChildProcess, line: RegExp, lines: readonly string[], log: () => string) {
  while (isRunning(child)) {
    const found = line.exec(lines.at(-1) ?? '')?.[1];
    if (found !== undefined) return found;
    await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
  }
  throw new Error(`It ended with ${child.exitCode ?? child.signalCode}. ${log()}`);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
