import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the built program, `dist/`, or `src/` when tests run the sources. The build bundles this file into a file
 * directly in `dist/`.
 */
const programFolder = new URL('./', import.meta.url);

/** The files that the build creates for renders: `kernel.wasm`, `x64-kernel.wasm`, `glyphs/`, `default-skin/`, `demo/`. */
export const assetFolder = fileURLToPath(new URL('assets', programFolder));

/** The files of the web page. */
export const pageFolder = fileURLToPath(new URL('page', programFolder));

/** The migrations of the database, which lie beside `src/` and `dist/`. */
export const migrationFolder = new URL('../migrations/', programFolder);

/** Reads the hash of everything that the program was built from. */
export function readBuildHash(): string {
  return readFileSync(new URL('.build-hash', programFolder), 'utf8').trim();
}

/** Reads the version from package.json, which lies beside `src/` and `dist/`. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', programFolder), 'utf8'));
  return String(version);
}
