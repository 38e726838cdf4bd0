import type { Job } from '../../contract/index.ts';
import { words } from '../words/index.ts';
import { formatNumber } from '../words/numbers.ts';

/** The score of the replay and the main settings of the video. */
export function JobStats({ job: { config, player } }: { job: Job }) {
  const labels = words.stats;
  const stats = config.replay_stats;
  const rows: [name: string, value: string][] = [
    [labels.player, player === '' ? '—' : player],
    ['300', formatNumber(stats['300s'])],
    ['100', formatNumber(stats['100s'])],
    ['50', formatNumber(stats['50s'])],
    [labels.misses, formatNumber(stats.misses)],
    [labels.combo, `${formatNumber(stats.max_combo)}x`],
    [labels.stars, stats.star_rating === '0.00' ? '—' : `${stats.star_rating} ★`],
    ['pp', stats.pp > 0 ? formatNumber(Math.round(stats.pp)) : '—'],
    [words.options.skin, config.skin],
    [words.options.resolution, config.settings.resolution ?? config.resolution],
  ];
  return (
    <dl class="stats">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
