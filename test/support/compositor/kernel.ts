import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Kernel } from '../../../src/rendering/compositor/index.ts';
import { compileKernel, kernelBuild } from '../../../src/rendering/render/platform/load-kernel.ts';

const root = new URL('../../../', import.meta.url);
const cache = '.build/test-kernel';

/** The two builds of the kernel, by their build steps: Node loads `x64-kernel` on x86-64; all others load `kernel`. */
type KernelBuild = 'kernel' | 'x64-kernel';

/** A step of bin/build-steps.mjs. */
interface Step {
  readonly name: string;
  readonly command: string;
  args(folder: string): readonly string[];
}

interface Build {
  builtStep(root: URL, name: string): string | null;
  hashOfInputs(root: URL, step: Step): string;
}

/** Returns a function that creates a fresh instance of the kernel, compiled from its sources with the build's options. */
export async function kernelFactory(build: KernelBuild = kernelBuild): Promise<() => Kernel> {
  const module = await compileKernel(join(await kernelFolder(build), 'assets', `${build}.wasm`));
  return () => new WebAssembly.Instance(module, {}).exports as unknown as Kernel;
}

/** Building takes seconds, so the result of the build is used if it is up to date, or that of an earlier test run. */
async function kernelFolder(build: KernelBuild): Promise<string> {
  const { builtStep, hashOfInputs } = await importFromBin<Build>('build.mjs');
  const built = builtStep(root, build);
  if (built !== null) return built;
  const { steps } = await importFromBin<{ steps: readonly Step[] }>('build-steps.mjs');
  const step = steps.find(({ name }) => name === build)!;
  const folder = resolve(cache, `${build}-${hashOfInputs(root, step)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const { withLock } = await importFromBin<{ withLock(file: URL, work: () => Promise<void>): Promise<void> }>(
    'lock.mjs',
  );
  await withLock(new URL(`${cache}/lock`, root), async () => {
    if (!existsSync(folder)) await runStep(step, folder);
  });
  return folder;
}

async function runStep(step: Step, folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await promisify(execFile)(process.execPath, [step.command, ...step.args(unfinished)]);
  renameSync(unfinished, folder);
}

async function importFromBin<T>(name: string): Promise<T> {
  return (await import(new URL(`bin/${name}`, root).href)) as T;
}
