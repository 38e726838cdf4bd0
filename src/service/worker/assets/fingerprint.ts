import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RenderOptions } from '../../../rendering/render/index.ts';
import type { Assets } from './gather-assets.ts';

export interface FingerprintInput {
  readonly assets: Assets;
  readonly options: RenderOptions;
  /** Changes whenever a render of the same assets and options may come out differently. */
  readonly rendererVersion: string;
}

/**
 * Hashes everything that a video depends on. It hashes the files' contents, so replacing a skin under the same name, or an
 * image of a beatmap set, changes the fingerprint.
 */
export async function fingerprintOf(
  { assets, options, rendererVersion }: FingerprintInput,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Buffer> {
  const { replay, others, beatmap, skin } = assets;
  const hash = createHash('sha256').update(JSON.stringify([rendererVersion, sorted(options)]));
  // The order of several replays matters: the first one has the objects and the HUD.
  for (const path of [replay, ...others, beatmap.path, skin]) {
    hash.update(path === null ? 'none' : await digestOf(path, signal));
  }
  return hash.digest();
}

/** Hashes the bytes of a file, or the names and bytes of all files of a folder. */
async function digestOf(path: string, signal: AbortSignal | undefined): Promise<Buffer> {
  const hash = createHash('sha256');
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return null;
      throw error;
    },
  );
  if (entries === null) return (await addBytes(hash, path, signal)).digest();
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
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
  await pipeline(createReadStream(path), update, { signal });
  return hash;
}

/** Sorts the options by name, so that their order does not matter. */
function sorted(options: RenderOptions): [string, unknown][] {
  return Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
}
