import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { formatNumber } from '../words/numbers.ts';

export function JobCard({ job }: { job: Job }) {
  const { artifacts, config, player, progress, status } = job;
  const stats = config.replay_stats;
  const hasPicture = status === 'completed' && job.purged_at === null;
  const failure = job.error_code === null ? null : words.failures[job.error_code as keyof typeof words.failures];
  return (
    <li class="card job-card">
      <a href={linkTo(`/view/${job.job_id}`)}>
        <div class="thumbnail">
          {hasPicture && <img src={artifacts.thumbnail_url} alt="" loading="lazy" width={1280} height={720} />}
          <span class={`badge ${status}`}>
            {words.status[status]}
            {status === 'rendering' && ` ${Math.floor(progress)} %`}
          </span>
          {!isFinished(status) && <progress max={100} value={progress} aria-label={words.watch.progress} />}
        </div>
        <h2>{job.map_title === '' ? words.untitled : job.map_title}</h2>
      </a>
      <p class="muted">
        {player !== '' && <strong>{player}</strong>}
        {player !== '' && ' · '}
        {formatNumber(stats.max_combo)}x · {words.list.misses(stats.misses)}
        {stats.pp > 0 && ` · ${Math.round(stats.pp)}\u00a0pp`}
      </p>
      {failure && <p class="failure-reason">{failure[0]}</p>}
      <time class="muted" dateTime={job.created_at}>
        {new Date(job.created_at).toLocaleString(document.documentElement.lang, {
          dateStyle: 'medium',
          timeStyle: 'short',
        })}
      </time>
    </li>
  );
}
