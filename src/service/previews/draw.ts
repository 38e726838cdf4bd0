import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchMemory } from '../../children/index.ts';

/** Draws the preview of a skin into a file; throws `PreviewRefused` for one that cannot be drawn. */
export type DrawPreview = (task: PreviewTask, options: { signal: AbortSignal }) => Promise<void>;

export interface PreviewTask {
  /** The archive; null for our own skin. */
  readonly skin: string | null;
  /** The jpg to write. */
  readonly file: string;
}

/** It is the skin's fault: another try would end the same way. */
export class PreviewRefused extends Error {
  override readonly name = 'PreviewRefused';
}

export interface DrawerOptions {
  /** Where the build has put the kernel, the glyphs, our own skin and the demo. */
  readonly assets: string;
  readonly timeLimitMs?: number;
  /** All that the child may hold of the machine's memory. */
  readonly memoryMb?: number;
  /** The child's program as JavaScript; tests that run from source bring one of their own. */
  readonly childPath?: string;
}

/** Draws each preview in a child process of its own, which has so much memory and time and no more. */
export function createPreviewDrawer({ assets, timeLimitMs = 30_000, memoryMb = 1024, ...options }: DrawerOptions) {
  const childPath = options.childPath ?? fileURLToPath(new URL('./preview-child.js', import.meta.url));
  const draw: DrawPreview = ({ skin, file }, { signal }) =>
    new Promise((resolve, reject) => {
      let isTooLarge = false;
      const args = [`--max-old-space-size=${memoryMb}`, childPath, assets, file, ...(skin === null ? [] : [skin])];
      // Nothing of ours is its business: no secrets, no debugger ports.
      const limits = { timeout: timeLimitMs, killSignal: 'SIGKILL', signal, env: {}, maxBuffer: 1024 * 1024 } as const;
      const child = execFile(process.execPath, args, limits, (error, _, complaints) => {
        stopWatching();
        if (error === null) return resolve();
        // Ended by itself, or by us because of what it did; whoever else has ended it had reasons of their own.
        const isTheSkins = typeof error.code === 'number' || isTooLarge || (error.killed && !signal.aborted);
        const says = `The preview could not be drawn. ${complaints.slice(-2000)}`;
        reject(isTheSkins ? new PreviewRefused(says, { cause: error }) : error);
      });
      const stopWatching =
        child.pid === undefined
          ? () => {}
          : watchMemory(child.pid, {
              limitBytes: memoryMb * 1024 * 1024,
              onExceeded() {
                isTooLarge = true;
                child.kill('SIGKILL');
              },
            });
    });
  return draw;
}
