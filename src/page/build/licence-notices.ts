import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Packages whose work visitors get although no script of the page imports it: glyphs and the API documentation. */
const otherPackages = [
  '@fontsource-variable/noto-sans',
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-sans-sc',
  '@fastify/swagger-ui',
  '@scalar/fastify-api-reference',
];

const noticesFile = 'licences.txt';

/**
 * Writes the licences of all packages that visitors get into one file: most licences require that every copy of the code
 * has their text, and bundling removes it. Vite's own option `build.license` leaves out what only the worker imports.
 */
export function createLicenceNotices(): { collect(): Plugin; write(): Plugin } {
  const folders = new Set(otherPackages.map(folderOf));
  return {
    /** Notes the packages of one bundle. */
    collect: () => ({
      name: 'collect-licences',
      moduleParsed({ id }) {
        const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
        if (folder !== undefined) folders.add(folder);
      },
    }),
    /** Writes the file when all bundles are done. */
    write: () => ({
      name: 'write-licences',
      generateBundle() {
        const source = [...folders]
          .map(noticeOf)
          .toSorted()
          .join(`\n${'-'.repeat(80)}\n\n`);
        this.emitFile({ type: 'asset', fileName: noticesFile, source });
      },
    }),
  };
}

function folderOf(name: string): string {
  return fileURLToPath(new URL(`../../../node_modules/${name}`, import.meta.url));
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (file === undefined) throw new Error(`The package ${name} has no licence file.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
