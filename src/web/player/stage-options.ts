import type { ChosenSettings, RenderSettings } from '../../contract/index.ts';
import { renderOptionsOf } from '../../contract/plain/index.ts';
import type { StageOptions } from '../../stage/index.ts';

/**
 * What was chosen for a video, in the words of the stage. Its background video is not shown live; and of what the player
 * has controls for, such as speed and volume, those decide.
 */
export function stageOptionsOf(chosen: RenderSettings & { readonly settings?: ChosenSettings }): StageOptions {
  return { ...renderOptionsOf({ settings: {}, ...chosen }), video: false };
}
