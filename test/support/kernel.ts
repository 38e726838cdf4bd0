import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kernel } from '../../src/rendering/compositor/index.ts';

/** Compiles the kernel from its sources with the options of the build; each call of the answer makes a fresh instance. */
export async function kernelFactory(): Promise<() => Kernel> {
  const module = await WebAssembly.compile(compileKernel());
  return () => new WebAssembly.Instance(module, {}).exports as unknown as Kernel;
}

function compileKernel(): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-kernel-'));
  try {
    const file = join(folder, 'kernel.wasm');
    const compiler = 'node_modules/assemblyscript/bin/asc.js';
    execFileSync(process.execPath, [compiler, '--config', 'asconfig.json', '--outFile', file], { stdio: 'pipe' });
    return new Uint8Array(readFileSync(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
