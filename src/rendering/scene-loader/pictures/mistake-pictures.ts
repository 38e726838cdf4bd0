import type { Mistake } from '../../../game/mistakes/index.ts';
import { createCompositor, type FramePixels } from '../../compositor/index.ts';
import { createMistakePictures, drawMistakePicture } from '../../scene/index.ts';
import type { OpenedPlay } from '../open-play.ts';
import type { Platform } from '../platform.ts';
import type { PictureSize } from './picture-size.ts';
import { strokePictures } from './stroke-pictures.ts';

/** Draws pictures of the mistakes of a play, all of one size. */
export interface MistakePictureRenderer {
  /** The picture that was drawn last. */
  readonly compositor: FramePixels;
  draw(mistake: Mistake): void;
}

/** Creates a renderer of pictures of mistakes. It needs neither skin nor fonts. */
export async function createMistakePictureRenderer(
  opened: Pick<OpenedPlay, 'play' | 'replay' | 'mods'>,
  platform: Pick<Platform, 'loadKernel'>,
  size: PictureSize,
): Promise<MistakePictureRenderer> {
  const compositor = createCompositor(await platform.loadKernel(), size);
  for (const [name, picture] of strokePictures()) compositor.setImage(name, picture);
  const pictures = createMistakePictures(opened);
  return { compositor, draw: (mistake) => void compositor.compose(drawMistakePicture(pictures, mistake, size)) };
}
