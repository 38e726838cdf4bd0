import type { Millis } from '../../../game/units.ts';
import { createSceneRenderer, type SceneAssets } from '../../scene-loader/index.ts';
import { writeJpg } from './jpg.ts';

/** The size of a landscape thumbnail. */
export const thumbnailSize = { width: 1280, height: 720 };

/** Draws one moment at the size of a thumbnail, in portrait or landscape, and writes it as a JPEG. */
export async function writeThumbnail(
  sceneAssets: SceneAssets,
  t: Millis,
  { file, isPortrait }: { readonly file: string; readonly isPortrait: boolean },
): Promise<void> {
  const { width: long, height: short } = thumbnailSize;
  // Without motion blur: a still image looks better sharp.
  const renderer = await createSceneRenderer(
    { ...sceneAssets, exposure: 0 },
    isPortrait ? { width: short, height: long } : thumbnailSize,
  );
  try {
    await renderer.draw(t);
    const { compositor } = renderer;
    const { width, height } = compositor;
    await writeJpg({ width, height, ...compositor.rgba() }, file);
  } finally {
    await renderer.close();
  }
}
