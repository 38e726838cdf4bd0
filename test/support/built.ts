import { join, resolve } from 'node:path';

const dist = resolve('dist');

/** The assets that the build has made; the global set-up of the test projects that need them runs the build. */
export const assets = join(dist, 'assets');

/** The child programs as they are released: Node 20 cannot run the tests' own TypeScript. */
export const childPrograms = {
  decode: join(dist, 'service/replay-decoding/decode-child.js'),
  hash: join(dist, 'service/beatmaps/hash-child.js'),
  preview: join(dist, 'service/previews/preview-child.js'),
  render: join(dist, 'service/worker/process/render-child.js'),
  segment: join(dist, 'rendering/render/segments/segment-child.js'),
};
