import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/plain/index.ts';
import { words } from '../words/index.ts';
import { whole } from '../words/numbers.ts';

export function RenderCard({ job }: { job: Job }) {
  const { artifacts, config, status } = job;
  const stats = config.replay_stats;
  const hasPicture = status === 'completed' && job.purged_at === null;
  return (
    <li class="card render-card">
      <a href={`/view/${job.job_id}`}>
        <div class="thumbnail">
          {hasPicture && <img src={artifacts.thumbnail_url} alt="" loading="lazy" width={1280} height={720} />}
          <span class={`badge ${status}`}>{words.status[status]}</span>
          {!isFinished(status) && <progress max={100} value={job.progress} aria-label={words.watch.progress} />}
        </div>
        <h2>{job.map_title === '' ? words.untitled : job.map_title}</h2>
      </a>
      <p class="quiet">
        {whole(stats.max_combo)}x · {whole(stats.misses)} {words.facts.misses}
        {stats.pp > 0 && ` · ${Math.round(stats.pp)} pp`}
      </p>
      <time class="quiet" dateTime={job.created_at}>
        {new Date(job.created_at).toLocaleString(document.documentElement.lang, {
          dateStyle: 'medium',
          timeStyle: 'short',
        })}
      </time>
    </li>
  );
}
