import { createReadStream, type ReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The page's files as the build left them. Their names carry a hash of what is in them: they never change. */
export interface PageFiles {
  /** Addresses of what a page begins with. */
  readonly start: { readonly script: string; readonly styles: readonly string[]; readonly preloads: readonly string[] };
  find(name: string, accepts: { gzip: boolean }): PageFile | null;
}

export interface PageFile {
  readonly type: string;
  readonly encoding: 'gzip' | null;
  readonly sizeBytes: number;
  read(): ReadStream;
}

export const pageFilesPath = '/assets';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** What Vite writes about an entry; `imports` are the chunks it needs at once. */
interface ManifestEntry {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

export async function openPageFiles(folder: string): Promise<PageFiles> {
  const sizes = new Map<string, number>();
  for (const name of await readdir(folder)) sizes.set(name, (await stat(join(folder, name))).size);
  const manifest: Record<string, ManifestEntry> = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error(`${folder} has no entry in its manifest.`);
  const address = (name: string) => `${pageFilesPath}/${name}`;

  return {
    start: {
      script: address(entry.file),
      styles: (entry.css ?? []).map(address),
      preloads: (entry.imports ?? []).map((key) => address(manifest[key]!.file)),
    },
    find(name, { gzip }) {
      // Only names that were there at the start: a path never leads anywhere else.
      const size = name.endsWith('.gz') || name === 'manifest.json' ? undefined : sizes.get(name);
      if (size === undefined) return null;
      const packedSize = gzip ? sizes.get(`${name}.gz`) : undefined;
      const path = join(folder, packedSize === undefined ? name : `${name}.gz`);
      return {
        type: types[extname(name)] ?? 'application/octet-stream',
        encoding: packedSize === undefined ? null : 'gzip',
        sizeBytes: packedSize ?? size,
        read: () => createReadStream(path),
      };
    },
  };
}
