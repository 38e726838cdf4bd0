import type { SkinSound } from '../../../game/skin/index.ts';
import type { Storyboard } from '../../../game/storyboard/index.ts';
import type { Drawn } from '../pictures.ts';

/** What a storyboard is shown with. */
export interface StoryboardInput {
  readonly storyboard: Storyboard;
  /** A picture by the path a sprite names; null where there is none that can be shown. Asked for in every frame. */
  readonly pictureOf: (path: string) => Drawn | null;
  readonly soundOf: (path: string) => SkinSound | null;
}
