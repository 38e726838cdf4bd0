import { defaultSettings, renderOptionsOf } from '../../contract/settings/index.ts';
import { writeJpg } from '../render/index.ts';
import type { FileSource } from '../scene-loader/index.ts';
import { demoMoment, openDemo, withRenderer } from './demo.ts';

const previewSize = { width: 960, height: 540 };

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
  const look = { skin, options, size: previewSize };
  await withRenderer(await openDemo(assets), look, async ({ draw, compositor }) => {
    await draw(demoMoment);
    await writeJpg({ ...previewSize, ...compositor.rgba() }, file);
  });
}
