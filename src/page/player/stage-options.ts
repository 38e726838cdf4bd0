import type { ChosenSettings, RenderSettings } from '../../contract/index.ts';
import { renderOptionsOf } from '../../contract/plain/index.ts';
import type { LiveOptions } from './messages.ts';

/** As large as most screens, whatever the size of the video will be. */
const [longPx, shortPx] = [1920, 1080];

/**
 * What was chosen for a video, in the words of the stage. Of what the player has controls for, such as speed and how loud
 * all of it is, those decide.
 */
export function stageOptionsOf(chosen: RenderSettings & { readonly settings?: ChosenSettings }): LiveOptions {
  const { width, height, ...options } = renderOptionsOf({ settings: {}, ...chosen });
  const isUpright = height > width;
  return { ...options, size: isUpright ? { width: shortPx, height: longPx } : { width: longPx, height: shortPx } };
}
