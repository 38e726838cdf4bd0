import { useEffect, useState } from 'preact/hooks';
import type { EventData, JobList } from '../../contract/index.ts';
import { isFinished, jobStatuses } from '../../contract/settings/index.ts';
import { followList } from '../api/follow-list.ts';
import { useRequest } from '../api/use-request.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { linkTo } from '../link-to.ts';
import { useSearchParams } from '../router.ts';
import { usePageTitle } from '../use-page-title.ts';
import { words } from '../words/index.ts';
import { JobCard } from './job-card.tsx';

const pageSize = 24;

/** All videos, newest first, with search and filter. */
export function ListPage() {
  const { list: texts } = words;
  usePageTitle(texts.title);
  const [search, setSearch] = useSearchParams();
  const status = jobStatuses.find((name) => name === search.get('status')) ?? '';
  const q = (search.get('q') ?? '').slice(0, 100);
  const page = Math.max(1, Math.floor(Number(search.get('page'))) || 1);
  const query = new URLSearchParams({
    limit: String(pageSize),
    offset: String((page - 1) * pageSize),
    ...(status !== '' && { status }),
    ...(q !== '' && { q }),
  });
  const request = useRequest<JobList>(linkTo(`/v1/jobs?${query}`));
  const [progress, setProgress] = useState<Readonly<Record<string, EventData<'progress'>>>>({});
  useEffect(
    () =>
      followList({
        onChange: request.reload,
        onProgress: (event) => setProgress((current) => ({ ...current, [event.job_id]: event })),
      }),
    [request.reload],
  );

  return (
    <>
      <div class="row page-tools">
        <h1>{texts.title}</h1>
        <SearchBox value={q} onChange={(text) => setSearch({ q: text, page: '' })} />
        <select
          aria-label={texts.filter}
          value={status}
          onChange={({ currentTarget }) => setSearch({ status: currentTarget.value, page: '' })}
        >
          <option value="">{texts.all}</option>
          {jobStatuses.map((name) => (
            <option key={name} value={name}>
              {words.status[name]}
            </option>
          ))}
        </select>
      </div>
      {request.state === 'failed' && <ErrorNotice error={request.error} onRetry={request.reload} />}
      {request.state === 'loading' && <Skeleton />}
      {request.state === 'loaded' && (
        <JobGrid
          list={request.value}
          progress={progress}
          page={page}
          isFiltered={q !== '' || status !== ''}
          onPage={(next) => setSearch({ page: next === 1 ? '' : String(next) })}
        />
      )}
    </>
  );
}

const searchDelayMs = 250;

/** Searches once the viewer has stopped typing for a moment. */
function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      type="search"
      maxLength={100}
      placeholder={words.list.search}
      aria-label={words.list.search}
      value={text}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

interface JobGridProps {
  readonly list: JobList;
  /** Progress of active jobs since the list was loaded. */
  readonly progress: Readonly<Record<string, EventData<'progress'>>>;
  /** Starts at 1. */
  readonly page: number;
  readonly isFiltered: boolean;
  readonly onPage: (page: number) => void;
}

function JobGrid({ list, progress, page, isFiltered, onPage }: JobGridProps) {
  const { list: texts } = words;
  const pages = Math.max(1, Math.ceil(list.total / pageSize));
  if (list.jobs.length === 0)
    return (
      <div class="empty" role="status">
        <p>{isFiltered ? texts.notFound : texts.none}</p>
        {isFiltered || page > 1 ? (
          <a class="button" href={linkTo('/renders')}>
            {texts.showAll}
          </a>
        ) : (
          <a class="button primary" href={linkTo('/')}>
            {words.nav.submit}
          </a>
        )}
      </div>
    );
  return (
    <>
      <ul class="cards">
        {list.jobs.map((job) => (
          <JobCard key={job.job_id} job={isFinished(job.status) ? job : { ...job, ...progress[job.job_id] }} />
        ))}
      </ul>
      {pages > 1 && (
        <nav class="row pages" aria-label={texts.pages}>
          <button type="button" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {texts.newer}
          </button>
          <span>{texts.page(page, pages)}</span>
          <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {texts.older}
          </button>
        </nav>
      )}
    </>
  );
}

/** Empty cards with the size of the real ones, so that the layout does not shift. */
function Skeleton() {
  return (
    <ul class="cards" aria-busy="true" aria-label={words.loading}>
      {Array.from({ length: 8 }, (_, i) => (
        <li key={i} class="card job-card">
          <div class="thumbnail" />
        </li>
      ))}
    </ul>
  );
}
