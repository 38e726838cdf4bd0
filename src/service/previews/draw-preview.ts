import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSettings, renderOptionsOf } from '../../contract/zod-free/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import { nodePlatform, writeJpg } from '../../rendering/render/index.ts';
import {
  archiveFiles,
  createSceneRenderer,
  type FileSource,
  loadSceneAssets,
  openPlay,
} from '../../rendering/scene-loader/index.ts';

const previewSize = { width: 960, height: 540 };

/** A moment of the demo that has much of a skin in it: a followed slider, circles to come, a judgement, a combo. */
const moment = 27_790;

const options = {
  // A map's colours come before a skin's, and here it is the skin's that are to be seen.
  ...renderOptionsOf({ ...defaultSettings, settings: { combo_colours: 'skin' } }),
  backgroundDim: 0.8,
  snakingIn: true,
  snakingOut: false,
  hitErrorMeter: false,
  keyOverlay: true,
  storyboard: false,
  video: false,
};

export interface PreviewScene {
  /** Where the build has put the kernel, the glyphs, our own skin and the demo. */
  readonly assets: string;
  /** Null for our own. */
  readonly skin: FileSource | null;
  /** The jpg to write. */
  readonly file: string;
}

/** Draws the same moment of the same play for every skin. */
export async function drawPreview({ assets, skin, file }: PreviewScene): Promise<void> {
  const [replay, set] = await Promise.all(['demo.osr', 'demo.osz'].map((name) => readFile(join(assets, 'demo', name))));
  const files = archiveFiles(set!);
  const onNote = () => {};
  const opened = openPlay({ replay: replay!, beatmap: { files } }, createRosuPp(), onNote);
  const platform = nodePlatform(assets);
  const stage = await createSceneRenderer(
    await loadSceneAssets(opened, { files, skin, options, platform, onNote }),
    previewSize,
  );
  try {
    await stage.draw(moment);
    await writeJpg({ ...previewSize, ...stage.compositor.rgba() }, file);
  } finally {
    await stage.close();
  }
}
