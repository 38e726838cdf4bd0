/** How several plays are arranged in a video. `scoreboard`: rows beside the first play. `split`: each in a picture of its own. */
export type Layout = 'ghosts' | 'knockout' | 'scoreboard' | 'split';

/** How many replays fit into one video. */
export const maxTogether = 50;
/** How many pictures fit side by side. */
const maxSplit = 4;

/** How many replays a layout can show. */
export function maxReplaysOf(layout: Layout): number {
  return layout === 'split' ? maxSplit : maxTogether;
}
