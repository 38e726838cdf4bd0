import { renderOptionsOf, type SubmittedSettings, togetherOptionsOf } from '../../contract/settings/index.ts';
import type { LiveOptions } from './scene-worker/messages.ts';

/** The preview is drawn at the size of most screens, whatever the resolution of the video. */
const [longPx, shortPx] = [1920, 1080];

/** Converts submitted settings to options of the live preview. Speed and master volume belong to the player. */
export function liveOptionsOf(chosen: SubmittedSettings): LiveOptions {
  const { width, height, ...options } = renderOptionsOf(chosen);
  const isVertical = height > width;
  return {
    ...options,
    size: isVertical ? { width: shortPx, height: longPx } : { width: longPx, height: shortPx },
    together: togetherOptionsOf(chosen) ?? undefined,
  };
}
