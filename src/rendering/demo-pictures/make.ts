import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeDemoPictures } from './write-demo-pictures.ts';

/** The build step: `node make.js FOLDER PART…`. The parts are the folders of assets that earlier steps have written. */
const [, , folder, ...parts] = process.argv as [string, string, string, ...string[]];
// The renderer expects all assets in one folder, which exists only after the last step.
const assets = await mkdtemp(join(tmpdir(), 'reprise-assets-'));
try {
  for (const part of parts) {
    for (const name of await readdir(part)) await symlink(resolve(part, name), join(assets, name));
  }
  await writeDemoPictures({ assets, folder });
} finally {
  await rm(assets, { recursive: true });
}
