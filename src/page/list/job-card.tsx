import type { Job } from '../../contract/index.ts';
import { GradeMark, ModBadges } from '../components/mod-badges.tsx';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { formatAge, formatNumber, formatPercent, formatStars } from '../words/numbers.ts';
import { CardPicture } from './card-picture.tsx';
import { OwnJobActions } from './own-job-actions.tsx';

interface JobCardProps {
  readonly job: Job;
  readonly title: string;
  /** The picture of the map; undefined if there is none. */
  readonly cover: string | undefined;
  /** The viewer has cancelled or removed the video. */
  readonly onChanged: () => void;
}

/** A video in the list: what was played, by whom, and how well. */
export function JobCard({ job, title, cover, onChanged }: JobCardProps) {
  const { config, player, players, play } = job;
  const stats = config.replay_stats;
  const stars = Number(stats.star_rating);
  const failure =
    job.error_code === null || job.error_code === 'job/cancelled'
      ? null
      : words.failures[job.error_code as keyof typeof words.failures];
  return (
    <li class="card media-card job-card">
      <a href={linkTo(`/view/${job.job_id}`)}>
        <CardPicture job={job} cover={cover} />
        <CardTitle title={title} {...(job.map_title_unicode !== job.map_title && { hint: job.map_title_unicode })} />
      </a>
      <div class="row player-and-mods">
        {player !== '' && <strong>{player}</strong>}
        {players && <span>{words.together.others(players.length - 1)}</span>}
        {stats.pp > 0 && <strong class="pp">{formatNumber(Math.round(stats.pp))} pp</strong>}
        {play && <ModBadges play={play} />}
      </div>
      <p class="score">
        {play?.grade && <GradeMark grade={play.grade} />}
        {play !== null && play.accuracy !== null && <span>{formatPercent(play.accuracy)}</span>}
        <span>{formatNumber(stats.max_combo)}x</span>
        {stats.misses > 0 && <span>{words.list.misses(stats.misses)}</span>}
      </p>
      {failure && <p class="failure-reason">{failure[0]}</p>}
      <div class="row card-foot muted">
        {stars > 0 && <span title={words.stats.stars}>★&nbsp;{formatStars(stars)}</span>}
        <time dateTime={job.created_at} title={fullDate(job.created_at)}>
          {formatAge(Date.parse(job.created_at), Date.now())}
        </time>
        {job.is_mine && <OwnJobActions job={job} title={title} onChanged={onChanged} />}
      </div>
    </li>
  );
}

/** A long title is cut, but never its difficulty: often it is all that distinguishes two cards. */
function CardTitle({ title, hint }: { title: string; hint?: string }) {
  const [, name = title, difficulty = ''] = /^(.+) (\[.+\])$/.exec(title) ?? [];
  return (
    <h2 title={hint ?? title}>
      <span class="map-name">{name}</span> {difficulty !== '' && <span class="difficulty">{difficulty}</span>}
    </h2>
  );
}

function fullDate(iso: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Date(iso).toLocaleString(document.documentElement.lang, format);
}
