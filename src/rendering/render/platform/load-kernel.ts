import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Kernel } from '../../compositor/index.ts';

/**
 * How many bytes a function of the kernel executes, about, before V8 optimises it. Every frame runs the whole kernel, so its
 * functions are optimised in the first frame; V8's default, and that of a render, is for code that may run once.
 */
const tieringBudgetBytes = 300_000;

/** The build of the kernel for this machine: it is named after its file and its build step. */
export const kernelBuild = process.arch === 'x64' ? 'x64-kernel' : 'kernel';

/** Relaxed SIMD, which the kernel for x86-64 uses, needs a flag in Node 20 and none in later versions. */
const needsRelaxedSimdFlag = process.versions.v8.startsWith('11.');

/** Loads a new instance of the compositor's kernel, with its own memory. */
export async function loadKernel(assets: string): Promise<Kernel> {
  const module = await compileKernel(join(assets, `${kernelBuild}.wasm`));
  return new WebAssembly.Instance(module, {}).exports as unknown as Kernel;
}

/** Compiles a build of the kernel. */
export async function compileKernel(file: string): Promise<WebAssembly.Module> {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudgetBytes}`);
  if (needsRelaxedSimdFlag) setFlagsFromString('--experimental-wasm-relaxed-simd');
  return WebAssembly.compile(await readFile(file));
}
