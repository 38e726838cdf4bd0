import type { Together } from '../scene/index.ts';

/** How several plays are arranged in a video. `split`: each in a picture of its own. */
export type Layout = Together['layout'] | 'split';

/** How many replays fit into one video. */
export const maxTogether = 50;
/** How many pictures fit side by side. */
export const maxSplit = 4;

/** How many replays a layout can show. */
export function maxReplaysOf(layout: Layout): number {
  return layout === 'split' ? maxSplit : maxTogether;
}
