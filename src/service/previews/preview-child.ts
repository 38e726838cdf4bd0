// The program that draws one preview: whatever a skin does to it, the service goes on, and shows another picture.
import { readFile } from 'node:fs/promises';
import { archiveFiles } from '../../rendering/scene-loader/index.ts';
import { drawPreview } from './scene.ts';

const [assets = '', file = '', skin] = process.argv.slice(2);

await drawPreview({ assets, file, skin: skin === undefined ? null : archiveFiles(await readFile(skin)) });
