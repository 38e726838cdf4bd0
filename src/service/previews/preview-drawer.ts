import { fileURLToPath } from 'node:url';
import { ChildError, type ChildErrorKind, runChild } from '../../children/index.ts';
import { Failure } from '../../failure.ts';

/** Draws the preview of a skin into a file; throws `PreviewRefused` for a skin that cannot be drawn. */
export type DrawPreview = (task: PreviewTask, options: { signal: AbortSignal }) => Promise<void>;

export interface PreviewTask {
  /** The path of the archive. */
  readonly skin: string;
  /** The path of the JPEG to write. */
  readonly file: string;
}

/** What the child process gets. */
export interface PreviewChildTask extends PreviewTask {
  readonly assets: string;
}

/** The skin is at fault: a retry would end the same way. */
export class PreviewRefused extends Error {
  override readonly name = 'PreviewRefused';
}

export interface DrawerOptions {
  /** The folder with the kernel, the glyphs, the built-in skin and the demo. */
  readonly assets: string;
  /** The limit of processor time, because a busy machine makes every drawing slower. */
  readonly timeLimitMs?: number;
  /** The limit of the child's resident memory. */
  readonly memoryMb?: number;
  /** The child's program as JavaScript; tests that run from source bring one of their own. */
  readonly childPath?: string;
}

/** Ways in which a child may end that say nothing about the skin. */
const notTheSkin: ReadonlySet<ChildErrorKind> = new Set(['killed', 'not-started']);

/** Draws each preview in a child process with limited memory and time. */
export function createPreviewDrawer({ assets, timeLimitMs = 30_000, memoryMb = 1024, childPath }: DrawerOptions) {
  const program = childPath ?? fileURLToPath(new URL('./preview-child.js', import.meta.url));
  const draw: DrawPreview = async ({ skin, file }, { signal }) => {
    const task: PreviewChildTask = { assets, skin, file };
    try {
      await runChild({ program, heapMb: memoryMb, memoryMb }, task, { signal, cpuLimitMs: timeLimitMs });
    } catch (error) {
      const isAboutTheSkin = error instanceof Failure || (error instanceof ChildError && !notTheSkin.has(error.kind));
      if (!isAboutTheSkin) throw error;
      throw new PreviewRefused(`The preview could not be drawn: ${error.message.slice(-2000)}`, { cause: error });
    }
  };
  return draw;
}
