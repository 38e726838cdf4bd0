// The child program that draws one preview. A hostile skin can exhaust or crash only this process.

import { readFile } from 'node:fs/promises';
import { serveChild } from '../../children/index.ts';
import { drawSkinPreview } from '../../rendering/demo-pictures/index.ts';
import { archiveFiles } from '../../rendering/scene-loader/index.ts';
import type { PreviewChildTask } from './preview-drawer.ts';

serveChild(async ({ assets, file, skin }: PreviewChildTask): Promise<void> => {
  await drawSkinPreview({ assets, file, skin: archiveFiles(await readFile(skin)) });
});
