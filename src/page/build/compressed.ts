import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What gets smaller; pictures, sounds and archives are packed already. */
const packable = /\.(js|css|wasm|bin|svg|json)$/;

/** Leaves a packed copy beside each file, so that the server never packs anything itself. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      for (const name of readdirSync(dir!)) {
        if (!packable.test(name)) continue;
        const path = join(dir!, name);
        const bytes = readFileSync(path);
        const packed = gzipSync(bytes, { level: 9 });
        if (packed.length < bytes.length * 0.9) writeFileSync(`${path}.gz`, packed);
      }
    },
  };
}
