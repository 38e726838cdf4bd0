import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSettings, renderOptionsOf } from '../../contract/settings/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import { nodePlatform, writeJpg } from '../render/index.ts';
import {
  archiveFiles,
  createSceneRenderer,
  type FileSource,
  loadSceneAssets,
  openPlay,
} from '../scene-loader/index.ts';

const previewSize = { width: 960, height: 540 };

/** A moment of the demo that shows much of a skin: a followed slider, approaching circles, a judgement, a combo. */
const moment = 27_790;

const options = {
  // Show the skin's colours, which the map's would override.
  ...renderOptionsOf({ ...defaultSettings, settings: { combo_colours: 'skin' } }),
  backgroundDim: 0.8,
  snakingIn: true,
  snakingOut: false,
  hitErrorMeter: false,
  keyOverlay: true,
  storyboard: false,
  video: false,
};

export interface SkinPreviewInput {
  /** The folder with the kernel, the glyphs, the built-in skin and the demo. */
  readonly assets: string;
  /** Null for the built-in skin. */
  readonly skin: FileSource | null;
  /** The path of the JPEG to write. */
  readonly file: string;
}

/** Draws the same moment of the same play for every skin. */
export async function drawSkinPreview({ assets, skin, file }: SkinPreviewInput): Promise<void> {
  const demo = join(assets, 'demo');
  const replay = await readFile(join(demo, 'demo.osr'));
  const files = archiveFiles(await readFile(join(demo, 'demo.osz')));
  const onNote = () => {};
  const opened = openPlay({ replay, beatmap: { files } }, createRosuPp(), onNote);
  const platform = nodePlatform(assets);
  const renderer = await createSceneRenderer(
    await loadSceneAssets(opened, { files, skin, options, platform, onNote }),
    previewSize,
  );
  try {
    await renderer.draw(moment);
    await writeJpg({ ...previewSize, ...renderer.compositor.rgba() }, file);
  } finally {
    await renderer.close();
  }
}
