import { join } from 'node:path';
import { loadTypeface } from '../glyphs/files/index.ts';
import type { Platform } from '../scene-loader/index.ts';
import { openClip } from '../video/index.ts';
import { decodePicture } from './decode-picture.ts';
import { folderFiles } from './folder-files.ts';
import { loadKernel } from './kernel.ts';

/** Node, and the folder the build has put the kernel, the glyphs and our own skin into. */
export function nodePlatform(assets: string): Platform {
  return {
    decode: decodePicture,
    defaultSkin: folderFiles(join(assets, 'default-skin')),
    loadKernel: () => loadKernel(assets),
    loadLetters: async (texts) => loadTypeface(join(assets, 'glyphs'), texts),
    openClip,
  };
}
