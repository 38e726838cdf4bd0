import kernelUrl from 'build-output/kernel/assets/kernel.wasm?url';
import type { Kernel } from '../../../rendering/compositor/index.ts';

let kernel: Promise<WebAssembly.Module> | undefined;

/** A new instance of the compositor's kernel, which is downloaded once for each worker. */
export async function loadKernel(): Promise<Kernel> {
  kernel ??= WebAssembly.compileStreaming(fetch(kernelUrl));
  return new WebAssembly.Instance(await kernel, {}).exports as unknown as Kernel;
}
