import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** A TypeScript program that is bundled for plain Node, so that a test can run and kill it as a process. */
export interface Program {
  readonly path: string;
  remove(): Promise<void>;
}

/** Bundles a program into node_modules, where Node finds the packages and git ignores the output. */
export async function buildProgram(file: string): Promise<Program> {
  const name = basename(file, '.ts');
  const folder = join(repository, 'node_modules', '.reprise-test');
  const outDir = join(folder, `${name}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder, { recursive: true });
  // The program looks for these beside its folder, as it does in dist/.
  for (const file of ['migrations', 'package.json']) {
    await symlink(join(repository, file), join(folder, file)).catch(ignoreExisting);
  }
  const { bundlePrograms } = (await import(new URL('../../../bin/bundle-programs.mjs', import.meta.url).href)) as {
    bundlePrograms(programs: Record<string, string>, folder: string): Promise<void>;
  };
  await bundlePrograms({ [name]: join(repository, file) }, outDir);
  return { path: join(outDir, `${name}.js`), remove: () => rm(outDir, { recursive: true, force: true }) };
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

export interface RunningProgram {
  readonly pid: number;
  /** The first line that it prints, as JSON; rejects with its standard error when it ends without one. */
  readonly answer: Promise<unknown>;
  /** Sends the signal and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export function run(
  { path }: Program,
  args: readonly string[],
  { wrapper = [], env = {} }: { wrapper?: readonly string[]; env?: Record<string, string> } = {},
): RunningProgram {
  const [command, ...rest] = [...wrapper, process.execPath, path, ...args];
  const child = spawn(command!, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    cwd: '/',
  });
  return { pid: child.pid!, answer: firstLine(child), end: (signal) => end(child, signal) };
}

function firstLine(child: ChildProcess): Promise<unknown> {
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-8000);
  });
  const answer = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('error', reject);
    child.once('close', (code, signal) => reject(new Error(`It ended with ${code ?? signal}. ${stderr}`)));
  });
  answer.catch(() => {});
  return answer;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
}
