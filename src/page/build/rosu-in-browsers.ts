import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** What is taken out of rosu-pp-js, which is made for Node alone, and what browsers get in its place. */
const replacements: readonly (readonly [from: string, to: string])[] = [
  ['const { TextDecoder, TextEncoder, inspect } = require(`util`);', ''],
  ["const path = require('path').join(__dirname, 'rosu_pp_js_bg.wasm');", ''],
  ["const bytes = require('fs').readFileSync(path);", 'const bytes = await (await fetch(wasmUrl)).arrayBuffer();'],
  ['const wasmModule = new WebAssembly.Module(bytes);', 'const wasmModule = await WebAssembly.compile(bytes);'],
];

const used = ['Beatmap', 'Difficulty', 'GameMode', 'Performance'];

/** rosu-pp-js with its module fetched instead of read from a disk. A version that is written otherwise stops the build. */
export function rosuInBrowsers(): Plugin {
  return {
    name: 'rosu-in-browsers',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/rosu-pp-js/rosu_pp_js.js')) return null;
      let code = readFileSync(id, 'utf8');
      for (const [from, to] of replacements) {
        if (!code.includes(from)) this.error(`rosu-pp-js has no line ${JSON.stringify(from)} any more.`);
        code = code.replace(from, () => to);
      }
      return [
        "import wasmUrl from './rosu_pp_js_bg.wasm?url';",
        'async function load() {',
        'const module = { exports: {} };',
        // It prints objects for people with this, which nobody in a browser asks for.
        'const inspect = { custom: Symbol() };',
        code,
        'return module.exports;',
        '}',
        `export const { ${used.join(', ')} } = await load();`,
      ].join('\n');
    },
  };
}
