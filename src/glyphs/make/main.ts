import { join } from 'node:path';
import { makePages } from './make-pages.ts';

/** A build step: `main.js <folder>` writes <folder>/glyphs. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say into which folder the pages go.');
makePages('node_modules/@fontsource/noto-sans-jp/files', join(folder, 'glyphs'));
