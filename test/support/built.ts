import { join, resolve } from 'node:path';

/** What the build has made of the sources; the set-up of the projects that need it sees to it. */
export const assets = resolve('dist/assets');

/** The service's child processes as they are released: Node 20 cannot run the tests' own TypeScript. */
export const childPrograms = {
  decode: join(assets, 'intake/decode-child.js'),
  hash: join(assets, 'beatmaps/hash-child.js'),
  preview: join(assets, 'previews/preview-child.js'),
  render: join(assets, 'worker/render-child.js'),
};
