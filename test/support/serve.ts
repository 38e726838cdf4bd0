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

export type ServeOptions = { env?: Record<string, string>; dataDir?: string; cwd?: string };

/** Starts `serve` on a free port and waits until it says that it is ready. */
export async function startServing({ env = {}, dataDir, cwd }: ServeOptions = {}): Promise<Serving> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'reprise-serve-')));
  const { child, lines, log } = launch(['serve'], {
    // Renders only where a test asks for them: they take the processor from everything else.
    env: { DATA_DIR: folder, PORT: '0', RENDER_WORKERS: '0', ...env },
    ...(cwd && { cwd }),
  });
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (isRunning(child)) {
      const exited = once(child, 'exit');
      process.kill(-child.pid!, signal);
      await exited;
    }
    return child.exitCode;
  };
  const remove = async () => {
    await end('SIGTERM');
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await readyAddress(child, lines, log);
    return { url, dataDir: folder, pid: child.pid!, lines, log, end, remove };
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
function launch(args: string[], { env = {}, cwd = tmpdir() }: { env?: Record<string, string>; cwd?: string }) {
  const { PATH = '', HOME = '' } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'reprise-log-'));
  const logFile = openSync(join(folder, 'log'), 'w');
  const child = spawn(launcher, args, {
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

async function readyAddress(child: ChildProcess, lines: readonly string[], log: () => string): Promise<string> {
  while (isRunning(child)) {
    const address = /^Reprise is ready: (\S+)\/$/.exec(lines.at(-1) ?? '')?.[1];
    if (address !== undefined) return address;
    await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
  }
  throw new Error(`It ended with ${child.exitCode ?? child.signalCode}. ${log()}`);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
