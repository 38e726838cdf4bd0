import { type Grade, gradeName, type Job, playerNames } from '../../contract/index.ts';
import type { Card } from '../../rendering/card/index.ts';

/** What the card of a job says. It is in English, because everyone who sees a link sees the same card. */
export function cardOfJob({ map_title, player, play, players, config }: Job): Card {
  const { star_rating, pp, max_combo, misses } = config.replay_stats;
  const [, title = map_title, difficulty = null] = /^(.*) \[(.*)\]$/s.exec(map_title) ?? [];
  const stars = star_rating === '0.00' ? '' : `${star_rating}★`;
  const accuracy = play?.accuracy ?? null;
  const heading = {
    title: title === '' ? 'osu! replay' : title,
    difficulty: [difficulty, stars].filter(Boolean).join('  ') || null,
  };
  // The result of the first player alone would look like that of the video.
  if (players !== undefined) {
    const values = [{ name: 'Players', value: String(players.length) }];
    return { ...heading, player: playerNames(players), mods: [], grade: null, values };
  }
  return {
    ...heading,
    player,
    mods: play?.mods ?? [],
    grade: gradeOf(play?.grade ?? null),
    values: [
      ...(accuracy === null ? [] : [{ name: 'Accuracy', value: `${accuracy.toFixed(2)}%` }]),
      ...(pp > 0 ? [{ name: 'pp', value: Math.round(pp).toLocaleString('en') }] : []),
      { name: 'Combo', value: `${max_combo.toLocaleString('en')}x` },
      { name: 'Misses', value: misses.toLocaleString('en') },
    ],
  };
}

function gradeOf(grade: Grade | null): Card['grade'] {
  return grade && { letters: gradeName(grade), isSilver: grade.endsWith('H') };
}
