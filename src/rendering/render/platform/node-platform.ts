import { join } from 'node:path';
import { loadTypeface } from '../../glyphs/files/index.ts';
import type { Platform } from '../../scene-loader/index.ts';
import { openClip } from '../../video/index.ts';
import { folderFiles } from '../sources/folder-files.ts';
import { decodePicture } from './decode-picture.ts';
import { loadKernel } from './load-kernel.ts';

/** The platform of the scene loader in Node, with the assets that the build has made. */
export function nodePlatform(assets: string): Platform {
  return {
    decode: decodePicture,
    defaultSkin: folderFiles(join(assets, 'default-skin')),
    loadKernel: () => loadKernel(assets),
    loadTypeface: async (texts) => loadTypeface(join(assets, 'glyphs'), texts),
    openClip,
  };
}
