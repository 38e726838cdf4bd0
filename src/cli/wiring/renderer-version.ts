import { statSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { readBuildHash } from '../../program-files.ts';

/**
 * Identifies the renderer: a render of the same replay can differ only if this text differs. The build hash covers all
 * sources, the pinned packages and the default skin, so it changes more often than necessary, but never too rarely.
 */
export function readRendererVersion(renderer: Config['renderer']): string {
  const buildHash = readBuildHash();
  if (renderer.kind === 'builtin') return buildHash;
  const { size, mtimeMs } = statSync(renderer.path);
  return `${buildHash} ${renderer.kind} ${renderer.path} ${size} ${mtimeMs}`;
}
