import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Kernel } from '../../compositor/index.ts';

/**
 * How many bytes a function of the kernel executes, about, before V8 optimises it. Every frame runs the whole kernel, so its
 * functions are optimised in the first frame; V8's default, and that of a render, is for code that may run once.
 */
const tieringBudgetBytes = 300_000;

/** Loads a new instance of the compositor's kernel, with its own memory. */
export async function loadKernel(assets: string): Promise<Kernel> {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudgetBytes}`);
  const module = await WebAssembly.compile(await readFile(join(assets, 'kernel.wasm')));
  return new WebAssembly.Instance(module, {}).exports as unknown as Kernel;
}
