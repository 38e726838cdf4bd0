import type { Analytics } from '../../contract/index.ts';
import type { SeekMarks } from './controls/seek-marks.ts';

export type MarkedAnalytics = Pick<Analytics, 'missed' | 'breaks' | 'intro_ends_at' | 'players'>;

/** The marks of the play whose objects the video shows: in a knockout that of the winner, otherwise the first one. */
export function videoMarks(analytics: MarkedAnalytics): SeekMarks {
  const { players = [], breaks = [], intro_ends_at = null } = analytics;
  const winner = players.find(({ place, dropped_out_at }) => place === 1 && dropped_out_at !== undefined);
  const { missed = [] } = winner ?? analytics;
  return { misses: missed.map(({ t }) => t), breaks, introEnd: intro_ends_at };
}
