import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Kernel } from '../../src/rendering/compositor/index.ts';
import { compileKernel } from '../../src/rendering/render/platform/load-kernel.ts';

const root = new URL('../../', import.meta.url);
const inputs = ['package-lock.json', 'asconfig.json', 'src/rendering/compositor'];
const cache = '.build/test-kernel';

/** The two builds of the kernel: the page loads `kernel`, and Node loads `relaxed-kernel`. */
type KernelBuild = 'kernel' | 'relaxed-kernel';

/** Returns a function that creates a fresh instance of the kernel, compiled from its sources with the build's options. */
export async function kernelFactory(build: KernelBuild = 'relaxed-kernel'): Promise<() => Kernel> {
  const module = await compileKernel(await kernelFile(build));
  return () => new WebAssembly.Instance(module, {}).exports as unknown as Kernel;
}

/** Building takes seconds, so the file of the build is used if it is up to date, or that of an earlier test run. */
async function kernelFile(build: KernelBuild): Promise<string> {
  const { builtStep } = await importFromBin<{ builtStep(root: URL, name: string): string | null }>('build.mjs');
  const built = builtStep(root, build);
  if (built !== null) return join(built, `assets/${build}.wasm`);
  const file = join(cache, `${build}-${hashOf(inputs)}.wasm`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const { withLock } = await importFromBin<{ withLock(file: URL, work: () => Promise<void>): Promise<void> }>(
    'lock.mjs',
  );
  await withLock(new URL(`${cache}/lock`, root), async () => {
    if (!existsSync(file)) await buildKernel(build, file);
  });
  return file;
}

async function buildKernel(build: KernelBuild, file: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  const compiler = 'node_modules/assemblyscript/bin/asc.js';
  // The compiler finds the transform that asconfig.json names only if the path of the file itself is absolute.
  const args = ['--config', resolve('asconfig.json'), '--outFile', unfinished];
  if (build === 'relaxed-kernel') args.push('--enable', 'relaxed-simd');
  await promisify(execFile)(process.execPath, [compiler, ...args]);
  renameSync(unfinished, file);
}

async function importFromBin<T>(name: string): Promise<T> {
  return (await import(new URL(`bin/${name}`, root).href)) as T;
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
