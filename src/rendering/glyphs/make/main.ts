import { makePages } from './make-pages.ts';

/** A build step: `main.js <folder>` writes the glyph pages into the folder. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: main.js <folder>');
makePages('node_modules/@fontsource-variable', folder);
