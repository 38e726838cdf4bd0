import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Makes one runnable JavaScript file of a program under src, for tests that start it as a process of its own: tests
 * run from source, and Node 20 cannot. The release has the same program from `tsc`, under dist.
 */
export async function buildChild(program: string): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-child-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    build: {
      ssr: fileURLToPath(new URL(`../../src/${program}`, import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
  return { path: join(folder, 'child.mjs'), remove: () => rm(folder, { recursive: true, force: true }) };
}
