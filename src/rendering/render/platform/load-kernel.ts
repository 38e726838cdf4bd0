import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel } from '../../compositor/index.ts';

/** Loads a new instance of the compositor's kernel, with its own memory. */
export async function loadKernel(assets: string): Promise<Kernel> {
  const module = await WebAssembly.compile(await readFile(join(assets, 'kernel.wasm')));
  return new WebAssembly.Instance(module, {}).exports as unknown as Kernel;
}
