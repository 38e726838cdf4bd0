// The child program that draws one preview. A hostile skin can exhaust or crash only this process.

import { readFile } from 'node:fs/promises';
import { serveChild } from '../../children/index.ts';
import { archiveFiles } from '../../rendering/scene-loader/index.ts';
import { drawPreview } from './draw-preview.ts';
import type { PreviewChildTask } from './preview-drawer.ts';

serveChild(async ({ assets, file, skin }: PreviewChildTask): Promise<void> => {
  await drawPreview({ assets, file, skin: skin === null ? null : archiveFiles(await readFile(skin)) });
});
