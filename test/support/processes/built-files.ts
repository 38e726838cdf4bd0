import { join, resolve } from 'node:path';

const dist = resolve('dist');

/** The assets that the build has made; the global set-up of the test projects that need them runs the build. */
export const assets = join(dist, 'assets');

/** The child programs as they are released: Node 20 cannot run the tests' own TypeScript. */
export const childPrograms = {
  card: join(dist, 'card-child.js'),
  compare: join(dist, 'compare-child.js'),
  cover: join(dist, 'cover-child.js'),
  decode: join(dist, 'decode-child.js'),
  inspect: join(dist, 'inspect-child.js'),
  preview: join(dist, 'preview-child.js'),
  render: join(dist, 'render-child.js'),
  segment: join(dist, 'segment-child.js'),
  set: join(dist, 'set-child.js'),
};
