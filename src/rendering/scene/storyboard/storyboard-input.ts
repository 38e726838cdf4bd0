import type { SkinSound } from '../../../game/skin/index.ts';
import type { Storyboard } from '../../../game/storyboard/index.ts';
import type { SizedImage } from '../pictures.ts';

/** A storyboard with its images and sounds. */
export interface StoryboardInput {
  readonly storyboard: Storyboard;
  /** The image at the path a sprite names; null if there is none that can be drawn. Called in every frame. */
  readonly pictureOf: (path: string) => SizedImage | null;
  readonly soundOf: (path: string) => SkinSound | null;
}
