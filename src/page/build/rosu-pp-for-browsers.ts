import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Lines of rosu-pp-js that work only in Node, and their replacements. */
const replacements: readonly (readonly [from: string, to: string])[] = [
  ['const { TextDecoder, TextEncoder, inspect } = require(`util`);', ''],
  ["const path = require('path').join(__dirname, 'rosu_pp_js_bg.wasm');", ''],
  ["const bytes = require('fs').readFileSync(path);", 'const bytes = await (await fetch(wasmUrl)).arrayBuffer();'],
  ['const wasmModule = new WebAssembly.Module(bytes);', 'const wasmModule = await WebAssembly.compile(bytes);'],
];

const exportedNames = ['Beatmap', 'Difficulty', 'GameMode', 'Performance'];

/** Makes rosu-pp-js fetch its WebAssembly instead of reading it from disk. The build fails if a line is not found. */
export function rosuPpForBrowsers(): Plugin {
  return {
    name: 'rosu-pp-for-browsers',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/rosu-pp-js/rosu_pp_js.js')) return null;
      let code = readFileSync(id, 'utf8');
      for (const [from, to] of replacements) {
        if (!code.includes(from)) this.error(`rosu-pp-js no longer contains ${JSON.stringify(from)}.`);
        code = code.replace(from, () => to);
      }
      return [
        "import wasmUrl from './rosu_pp_js_bg.wasm?url';",
        'async function load() {',
        'const module = { exports: {} };',
        // Node's inspect symbol, which rosu-pp-js uses to print objects; unused in browsers.
        'const inspect = { custom: Symbol() };',
        code,
        'return module.exports;',
        '}',
        `export const { ${exportedNames.join(', ')} } = await load();`,
      ].join('\n');
    },
  };
}
