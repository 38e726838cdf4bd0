import { useEffect, useState } from 'preact/hooks';
import type { JobList, ProgressEvent } from '../../contract/index.ts';
import { isFinished, jobStatuses } from '../../contract/zod-free/index.ts';
import { useSearch } from '../router.ts';
import { followAll } from '../service/follow-all.ts';
import { useAnswer } from '../service/use-answer.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { RenderCard } from './render-card.tsx';

const pageSize = 24;

/** Everything that was sent, the newest first. */
export function Renders() {
  const { list: texts } = words;
  const [search, setSearch] = useSearch();
  const status = jobStatuses.find((known) => known === search.get('status')) ?? '';
  const q = (search.get('q') ?? '').slice(0, 100);
  const page = Math.max(1, Math.floor(Number(search.get('page'))) || 1);
  const query = new URLSearchParams({
    ...{ limit: String(pageSize), offset: String((page - 1) * pageSize) },
    ...(status !== '' && { status }),
    ...(q !== '' && { q }),
  });
  const answer = useAnswer<JobList>(`/v1/jobs?${query}`);
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
      {answer.state === 'failed' && <Trouble error={answer.error} onRetry={answer.reload} />}
      {answer.state === 'loading' && <Skeleton />}
      {answer.state === 'there' && (
        <Found
          list={answer.value}
          progress={progress}
          page={page}
          isFiltered={q !== '' || status !== ''}
          onPage={(next) => setSearch({ page: next === 1 ? '' : String(next) })}
        />
      )}
    </>
  );
}

const typingMs = 250;

/** Asks when somebody has stopped typing for a moment. */
function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), typingMs);
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

interface FoundProps {
  readonly list: JobList;
  /** Newer than the list, of jobs in work. */
  readonly progress: Readonly<Record<string, ProgressEvent>>;
  /** From 1 on. */
  readonly page: number;
  readonly isFiltered: boolean;
  readonly onPage: (page: number) => void;
}

function Found({ list, progress, page, isFiltered, onPage }: FoundProps) {
  const { list: texts } = words;
  const pages = Math.max(1, Math.ceil(list.total / pageSize));
  if (list.jobs.length === 0)
    return (
      <div class="empty" role="status">
        <p>{isFiltered ? texts.notFound : texts.none}</p>
        {isFiltered || page > 1 ? (
          <a class="button" href="/renders">
            {texts.showAll}
          </a>
        ) : (
          <a class="button primary" href="/">
            {words.nav.submit}
          </a>
        )}
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
