import type { ComponentChildren } from 'preact';
import type { Job } from '../../contract/index.ts';
import { gradeName } from '../../contract/settings/index.ts';
import { GradeMark, ModBadges } from '../components/mod-badges.tsx';
import { words } from '../words/index.ts';
import { formatNumber, formatPercent, formatStars } from '../words/numbers.ts';

interface JobHeaderProps {
  readonly job: Job;
  readonly title: string;
  /** Beside the title; below the result on phones. */
  readonly children: ComponentChildren;
}

/** Which map was played, by which player, and the result. */
export function JobHeader({ job, title, children }: JobHeaderProps) {
  const { play, player, players } = job;
  return (
    <header class="job-header">
      {play?.grade && (
        <p class="job-grade">
          <GradeMark grade={play.grade} />
        </p>
      )}
      <div class="job-heading">
        <h1>{title}</h1>
        <div class="job-player">
          {player !== '' && <strong>{player}</strong>}
          {players && <span>{words.together.others(players.length - 1)}</span>}
          {play && <ModBadges play={play} />}
          {play?.played_at && isDate(play.played_at) && (
            <time dateTime={play.played_at}>{formatDate(play.played_at)}</time>
          )}
        </div>
        <dl class="job-facts">
          {factsOf(job).map(([name, value, isMinor]) => (
            <div key={name} class={isMinor ? 'minor' : ''}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {children}
    </header>
  );
}

/** The result in short, for the picture of the charts. */
export function shortFactsOf({ play, config }: Job): readonly string[] {
  const { pp } = config.replay_stats;
  return [
    play && play.mods.length > 0 ? `+${play.mods.join('')}` : '',
    play?.grade ? gradeName(play.grade) : '',
    typeof play?.accuracy === 'number' ? formatPercent(play.accuracy) : '',
    pp > 0 ? `${formatNumber(Math.round(pp))} pp` : '',
  ].filter((fact) => fact !== '');
}

function factsOf({ play, config }: Job): readonly (readonly [name: string, value: string, isMinor: boolean])[] {
  const { stats: labels } = words;
  const { replay_stats: stats } = config;
  const counts = [
    ['300', stats['300s']],
    ['100', stats['100s']],
    ['50', stats['50s']],
    [labels.misses, stats.misses],
  ] as const;
  return [
    [labels.accuracy, typeof play?.accuracy === 'number' ? formatPercent(play.accuracy) : '', false] as const,
    [labels.score, play ? formatNumber(play.score) : '', false] as const,
    [labels.combo, `${formatNumber(stats.max_combo)}x`, false] as const,
    ['pp', stats.pp > 0 ? formatNumber(Math.round(stats.pp)) : '', false] as const,
    [labels.stars, stats.star_rating === '0.00' ? '' : `${formatStars(Number(stats.star_rating))} ★`, false] as const,
    ...counts.map(([name, count]) => [name, formatNumber(count), true] as const),
  ].filter(([, value]) => value !== '');
}

/** Programs that write replays without a date write one before the game. */
const isDate = (iso: string) => Date.parse(iso) > Date.UTC(2007, 0);

const formatDate = (iso: string) =>
  new Date(iso).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' });
