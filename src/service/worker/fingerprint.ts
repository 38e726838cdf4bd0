import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RenderOptions } from '../../rendering/render/index.ts';
import type { Assets } from './gather-assets.ts';

export interface Ingredients {
  readonly assets: Assets;
  readonly options: RenderOptions;
  /** Another one whenever the same assets and options may come out differently. */
  readonly rendererVersion: string;
}

/**
 * All that decides how a video comes out, as one hash. It is taken of the bytes that are about to be rendered, so a skin
 * that was replaced under its name, or a set whose pictures have changed, is another.
 */
export async function fingerprintOf(
  { assets, options, rendererVersion }: Ingredients,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Buffer> {
  const { replay, beatmap, skin } = assets;
  const hash = createHash('sha256').update(JSON.stringify([rendererVersion, sorted(options)]));
  for (const path of [replay, beatmap.path, skin]) {
    hash.update(path === null ? 'none' : await digestOf(path, signal));
  }
  return hash.digest();
}

/** Of a file its bytes; of a folder the names and bytes of everything in it. */
async function digestOf(path: string, signal: AbortSignal | undefined): Promise<Buffer> {
  const hash = createHash('sha256');
  const names = await readdir(path, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (names === null) return (await addBytes(hash, path, signal)).digest();
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    const content = await addBytes(createHash('sha256'), file, signal);
    hash.update(`${file.slice(path.length)}\0`).update(content.digest());
  }
  return hash.digest();
}

async function addBytes(hash: Hash, path: string, signal: AbortSignal | undefined): Promise<Hash> {
  const update = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) hash.update(chunk);
  };
  await pipeline(createReadStream(path), update, { ...(signal && { signal }) });
  return hash;
}

/** In one order, whatever order they were put together in. */
function sorted(options: RenderOptions): [string, unknown][] {
  return Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
}
