import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compressed } from './build/compressed.ts';
import { packedFolder } from './build/packed-folder.ts';
import { rosuInBrowsers } from './build/rosu-in-browsers.ts';

const made = (path: string) => fileURLToPath(new URL(`../../.build/${path}`, import.meta.url));

/** Those that the page and its worker are both built with. */
function plugins(): Plugin[] {
  return [
    packedFolder({ id: 'virtual:default-skin', folder: made('default-skin/assets/default-skin') }),
    rosuInBrowsers(),
  ];
}

/** Nobody who builds the page can do anything about these. */
const checks = { pluginTimings: false };

/** The page's files, each with its content's hash in its name; the manifest tells the server which are which. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/assets/',
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { made: made('') } },
  plugins: [...plugins(), compressed()],
  worker: { format: 'es', plugins, rolldownOptions: { checks } },
  build: {
    manifest: 'manifest.json',
    assetsDir: '.',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // A picture inside a script is read before anyone has asked for it.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: { checks, input: fileURLToPath(new URL('main.tsx', import.meta.url)) },
  },
});
