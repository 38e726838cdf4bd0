import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Pictures, songs and beatmap sets are compressed already. */
const compressible = /\.(js|css|wasm|bin|svg|json|osk)$/;

/** Writes a .gz file next to each compressible file, so that the server compresses nothing itself. */
export function gzipAssets(): Plugin {
  return {
    name: 'gzip-assets',
    apply: 'build',
    writeBundle({ dir = '.' }) {
      for (const name of readdirSync(dir)) {
        if (!compressible.test(name)) continue;
        const path = join(dir, name);
        const bytes = readFileSync(path);
        const gzipped = gzipSync(bytes, { level: 9 });
        if (gzipped.length < bytes.length * 0.9) writeFileSync(`${path}.gz`, gzipped);
      }
    },
  };
}
