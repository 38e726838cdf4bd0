import { useEffect, useState } from 'preact/hooks';
import type { JobList, ProgressEvent } from '../../contract/index.ts';
import { isFinished, type JobStatus, jobStatuses } from '../../contract/plain/index.ts';
import { followAll } from '../service/follow-all.ts';
import { useAnswer } from '../service/use-answer.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { RenderCard } from './render-card.tsx';

const pageSize = 24;

/** Everything that was sent, the newest first. */
export function Renders() {
  const { renders } = words;
  const [status, setStatus] = useState<JobStatus | 'all'>('all');
  const [page, setPage] = useState(0);
  const filter = status === 'all' ? '' : `&status=${status}`;
  const answer = useAnswer<JobList>(`/v1/jobs?limit=${pageSize}&offset=${page * pageSize}${filter}`);
  const [progress, setProgress] = useState<Readonly<Record<string, ProgressEvent>>>({});
  useEffect(
    () =>
      followAll({
        onChange: answer.reload,
        onProgress: (event) => setProgress((known) => ({ ...known, [event.job_id]: event })),
      }),
    [answer.reload],
  );

  return (
    <>
      <div class="row">
        <h1>{renders.title}</h1>
        <select
          aria-label={renders.filter}
          value={status}
          onChange={({ currentTarget }) => {
            setStatus(currentTarget.value as JobStatus | 'all');
            setPage(0);
          }}
        >
          <option value="all">{renders.all}</option>
          {jobStatuses.map((name) => (
            <option key={name} value={name}>
              {words.status[name]}
            </option>
          ))}
        </select>
      </div>
      {answer.state === 'failed' && <Trouble error={answer.error} onRetry={answer.reload} />}
      {answer.state === 'loading' && <Skeleton />}
      {answer.state === 'there' && <Found list={answer.value} progress={progress} page={page} onPage={setPage} />}
    </>
  );
}

interface FoundProps {
  readonly list: JobList;
  /** Newer than the list, of jobs in work. */
  readonly progress: Readonly<Record<string, ProgressEvent>>;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Found({ list, progress, page, onPage }: FoundProps) {
  const { renders } = words;
  const pages = Math.max(1, Math.ceil(list.total / pageSize));
  if (list.total === 0)
    return (
      <div class="empty">
        <p>{renders.none}</p>
        <a class="button primary" href="/">
          {words.nav.submit}
        </a>
      </div>
    );
  return (
    <>
      <ul class="cards">
        {list.jobs.map((job) => (
          <RenderCard key={job.job_id} job={isFinished(job.status) ? job : { ...job, ...progress[job.job_id] }} />
        ))}
      </ul>
      {pages > 1 && (
        <nav class="row pages" aria-label={renders.pages}>
          <button type="button" disabled={page === 0} onClick={() => onPage(page - 1)}>
            {renders.newer}
          </button>
          <span>{renders.page(page + 1, pages)}</span>
          <button type="button" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
            {renders.older}
          </button>
        </nav>
      )}
    </>
  );
}

/** Cards of the same size as those that will come, so that nothing jumps. */
function Skeleton() {
  return (
    <ul class="cards" aria-busy="true" aria-label={words.loading}>
      {Array.from({ length: 8 }, (_, i) => (
        <li key={i} class="card render-card">
          <div class="thumbnail" />
        </li>
      ))}
    </ul>
  );
}
