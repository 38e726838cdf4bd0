import type { Millis } from '../osu/units.ts';
import { type Props, setStage } from '../stage/index.ts';
import { writeJpg } from './jpg.ts';

export const thumbnailSize = { width: 1280, height: 720 };

/** Writes the picture of one moment as a jpg, drawn at the size it has. */
export async function writeThumbnail(props: Props, t: Millis, file: string): Promise<void> {
  const stage = await setStage(props, thumbnailSize);
  try {
    await stage.draw(t);
    const { compositor } = stage;
    const { width, height } = compositor;
    await writeJpg({ width, height, ...compositor.rgba() }, file);
  } finally {
    await stage.close();
  }
}
