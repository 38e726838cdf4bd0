import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kernel } from '../../src/rendering/compositor/index.ts';

const inputs = ['package-lock.json', 'asconfig.json', 'src/rendering/compositor'];
const cache = '.build/test-kernel';

/** Returns a function that creates a fresh instance of the kernel, compiled from its sources with the build's options. */
export async function kernelFactory(): Promise<() => Kernel> {
  const module = await WebAssembly.compile(new Uint8Array(readFileSync(compiledKernel())));
  return () => new WebAssembly.Instance(module, {}).exports as unknown as Kernel;
}

/** Compiling takes seconds, so its result is kept until a source changes. */
function compiledKernel(): string {
  const file = join(cache, `${hashOf(inputs)}.wasm`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  const compiler = 'node_modules/assemblyscript/bin/asc.js';
  // The compiler finds the transform that asconfig.json names only if the path of the file itself is absolute.
  const args = ['--config', resolve('asconfig.json'), '--outFile', unfinished];
  execFileSync(process.execPath, [compiler, ...args], { stdio: 'pipe' });
  renameSync(unfinished, file);
  return file;
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesBelow)) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!path.startsWith('src/')) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.m?[jt]s$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
