import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel } from '../compositor/index.ts';

/** A fresh instance, with a memory of its own, of the kernel the build has made. */
export async function loadKernel(assets: string): Promise<Kernel> {
  const module = await WebAssembly.compile(await readFile(join(assets, 'kernel.wasm')));
  return new WebAssembly.Instance(module, {}).exports as unknown as Kernel;
}
