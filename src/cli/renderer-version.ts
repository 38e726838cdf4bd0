import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { assets } from './render.ts';

/**
 * A word that is another one whenever a render of the same may come out differently. The build leaves a hash of
 * everything it was made from, the pinned packages and our own skin included; that changes more often than needed, and
 * never too seldom.
 */
export function readRendererVersion(renderer: Config['renderer'], folder: string = assets): string {
  const madeFrom = readFileSync(join(folder, '.made-from'), 'utf8').trim();
  if (renderer.kind === 'builtin') return madeFrom;
  const { size, mtimeMs } = statSync(renderer.path);
  return `${madeFrom} ${renderer.kind} ${renderer.path} ${size} ${mtimeMs}`;
}
