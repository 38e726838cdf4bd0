import type { Millis } from '../../game/units.ts';
import { createSceneRenderer, type SceneAssets } from '../scene-loader/index.ts';
import { writeJpg } from './jpg.ts';

export const thumbnailSize = { width: 1280, height: 720 };

/** Writes the picture of one moment as a jpg, drawn at the size it has: that of a video that stands upright or lies. */
export async function writeThumbnail(
  props: SceneAssets,
  t: Millis,
  { file, upright }: { readonly file: string; readonly upright: boolean },
): Promise<void> {
  const { width: long, height: short } = thumbnailSize;
  // Looked at for longer than a sixtieth of a second, what moves is better sharp.
  const stage = await createSceneRenderer(
    { ...props, exposure: 0 },
    upright ? { width: short, height: long } : thumbnailSize,
  );
  try {
    await stage.draw(t);
    const { compositor } = stage;
    const { width, height } = compositor;
    await writeJpg({ width, height, ...compositor.rgba() }, file);
  } finally {
    await stage.close();
  }
}
