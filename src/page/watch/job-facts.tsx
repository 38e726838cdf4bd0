import type { Job } from '../../contract/index.ts';
import { words } from '../words/index.ts';
import { whole } from '../words/numbers.ts';

/** The play in numbers, and what the video was asked to look like. */
export function JobFacts({ job: { config, player } }: { job: Job }) {
  const labels = words.stats;
  const stats = config.replay_stats;
  const shown: [name: string, value: string][] = [
    [labels.player, player === '' ? '—' : player],
    ['300', whole(stats['300s'])],
    ['100', whole(stats['100s'])],
    ['50', whole(stats['50s'])],
    [labels.misses, whole(stats.misses)],
    [labels.combo, `${whole(stats.max_combo)}x`],
    [labels.stars, stats.star_rating === '0.00' ? '—' : `${stats.star_rating} ★`],
    ['pp', stats.pp > 0 ? whole(Math.round(stats.pp)) : '—'],
    [words.choices.skin, config.skin],
    [words.choices.resolution, config.settings.resolution ?? config.resolution],
  ];
  return (
    <dl class="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
