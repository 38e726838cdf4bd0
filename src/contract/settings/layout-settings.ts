import type { Setting } from './setting.ts';

/**
 * The settings of a video of several replays. They are a group of their own, because a submission of one replay must not
 * accept them.
 */
export const layoutSettings = {
  layout: {
    kind: 'choice',
    default: null,
    choices: ['ghosts', 'split', 'knockout'],
    description:
      'Arrangement of several replays: all cursors on the playfield of the first one, 2 to 4 pictures side by side, or a knockout until one player is left.',
  },
  order_by: {
    kind: 'choice',
    default: 'score',
    choices: ['score', 'accuracy'],
    description: 'Number by which the players are ordered.',
  },
  knockout_lives: {
    kind: 'choice',
    default: 1,
    choices: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    description: 'Number of combo breaks with which a player drops out of a knockout.',
  },
  knockout_counts: {
    kind: 'choice',
    default: 'break',
    choices: ['break', 'miss'],
    description: 'Combo breaks that count in a knockout: all (misses and slider breaks), or misses only.',
  },
  knockout_min_time: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 10800,
    description: 'Seconds after the first object until combo breaks count in a knockout.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
