import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { gzipAssets } from './build/gzip-assets.ts';
import { createLicenceNotices } from './build/licence-notices.ts';
import { markdownHtml } from './build/markdown-html.ts';
import { rosuPpForBrowsers } from './build/rosu-pp-for-browsers.ts';
import { zipFolder } from './build/zip-folder.ts';

const buildOutput = (path: string) => fileURLToPath(new URL(`../../.build/${path}`, import.meta.url));

const licenceNotices = createLicenceNotices();

/** Plugins for both the page and its worker. */
function plugins(): Plugin[] {
  return [
    zipFolder({ id: 'virtual:default-skin', folder: buildOutput('default-skin/assets/default-skin') }),
    rosuPpForBrowsers(),
    licenceNotices.collect(),
  ];
}

/** Plugin timings are no warnings that a developer could act on. */
const checks = { pluginTimings: false };

/** Each file has the hash of its content in its name; the server finds the files in the manifest. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The files find each other by relative addresses, because a proxy may offer the service below any path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { 'build-output': buildOutput('') } },
  plugins: [...plugins(), licenceNotices.write(), markdownHtml(), gzipAssets()],
  worker: { format: 'es', plugins, rolldownOptions: { checks } },
  build: {
    manifest: 'manifest.json',
    assetsDir: '.',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Inlined pictures would be downloaded with the script even if they are never shown.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      checks,
      input: fileURLToPath(new URL('main.tsx', import.meta.url)),
      // One file instead of twenty small ones, of which each response has its own headers and compresses less.
      output: { codeSplitting: { groups: [{ name: 'first-view', tags: ['$initial'] }] } },
    },
  },
});
