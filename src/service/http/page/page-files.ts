import { createReadStream, type ReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The page's files as built. Their names contain a hash of their content, so a name always has the same content. */
export interface PageFiles {
  /** The paths of the files that the HTML refers to. */
  readonly start: { readonly script: string; readonly styles: readonly string[]; readonly preloads: readonly string[] };
  /** The licences of the packages that visitors get. */
  readonly licences: string;
  find(name: string, accepts: { gzip: boolean }): PageFile | null;
}

export interface PageFile {
  readonly type: string;
  readonly encoding: 'gzip' | null;
  readonly sizeBytes: number;
  read(): ReadStream;
}

export const pageFilesPath = '/assets';
const manifestFile = 'manifest.json';
const licencesFile = 'licences.txt';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
};

/** An entry of Vite's manifest; `imports` are the keys of the chunks that it loads immediately. */
interface ManifestEntry {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

export async function openPageFiles(folder: string): Promise<PageFiles> {
  const sizes = new Map<string, number>();
  for (const name of await readdir(folder)) sizes.set(name, (await stat(join(folder, name))).size);
  const manifest: Record<string, ManifestEntry> = JSON.parse(await readFile(join(folder, manifestFile), 'utf8'));
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error(`The manifest in ${folder} has no entry.`);
  const imported = (entry.imports ?? []).flatMap((key) => manifest[key] ?? []);
  const pathOf = (name: string) => `${pageFilesPath}/${name}`;

  return {
    start: {
      script: pathOf(entry.file),
      styles: [entry, ...imported].flatMap(({ css }) => css ?? []).map(pathOf),
      preloads: imported.map(({ file }) => pathOf(file)),
    },
    licences: await readFile(join(folder, licencesFile), 'utf8'),
    find(name, { gzip }) {
      // Only names listed at startup are served, so no path can leave the folder.
      const isHidden = name.endsWith('.gz') || name === manifestFile || name === licencesFile;
      const size = isHidden ? undefined : sizes.get(name);
      if (size === undefined) return null;
      const gzipSize = gzip ? sizes.get(`${name}.gz`) : undefined;
      const path = join(folder, gzipSize === undefined ? name : `${name}.gz`);
      return {
        type: types[extname(name)] ?? 'application/octet-stream',
        encoding: gzipSize === undefined ? null : 'gzip',
        sizeBytes: gzipSize ?? size,
        read: () => createReadStream(path),
      };
    },
  };
}
