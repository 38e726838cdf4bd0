import type { MistakeAnalytics } from '../../../src/game/analytics/index.ts';
import type { ListedPlay } from '../../../src/game/study/index.ts';

export const mistake: MistakeAnalytics = {
  object: 4,
  part: 'circle',
  time: 83_456,
  result: 'miss',
  cause: 'no-press',
  cursor: { time: 83_400, x: 100, y: 100 },
  combo_lost: 512,
  pp_lost: 12.345,
};

/** A play in the list of a study. */
export function listedPlay(changes: Partial<ListedPlay> = {}): ListedPlay {
  return {
    replay_md5: 'a'.repeat(32),
    file: "replays/it's.osr",
    player: 'Anna',
    artist: 'Nobody',
    title: 'Song',
    difficulty: 'Hard',
    mods: ['HD', 'DT'],
    played_at: '2025-01-08T12:00:00.000Z',
    failed: false,
    accuracy: 0.9,
    pp: 100,
    misses: 2,
    max_combo: 600,
    unstable_rate: 98.1,
    clock_rate: 1.5,
    circle_radius: 32,
    costliest: [mistake],
    ...changes,
  };
}
