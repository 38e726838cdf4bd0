import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import type { Plugin } from 'vite';

/** A fixed date makes the archive reproducible. */
const mtime = new Date(Date.UTC(2000, 0, 1, 12));

/** Packs a folder into one archive whose URL `import url from id` returns: one request instead of hundreds. */
export function zipFolder({ id, folder }: { id: string; folder: string }): Plugin {
  const resolved = `\0${id}`;
  return {
    name: 'zip-folder',
    resolveId: (source) => (source === id ? resolved : null),
    load(source) {
      if (source !== resolved) return null;
      const files: Zippable = Object.fromEntries(
        readdirSync(folder)
          .sort()
          .map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]),
      );
      const name = `${id.replace('virtual:', '')}.osk`;
      // Not compressed: the whole archive is gzipped, which browsers inflate much faster than our code inflates entries.
      const reference = this.emitFile({ type: 'asset', name, source: zipSync(files, { mtime, level: 0 }) });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}
