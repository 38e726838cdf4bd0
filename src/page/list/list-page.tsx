import { useEffect, useState } from 'preact/hooks';
import type { EventData, JobList } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { followList } from '../api/follow-list.ts';
import { useRequest } from '../api/use-request.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useDraft } from '../hooks/use-draft.ts';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { linkTo } from '../link-to.ts';
import { type SearchChange, useSearchParams } from '../router.ts';
import { words } from '../words/index.ts';
import { JobCard } from './job-card.tsx';
import { titleOf, useKnownMaps } from './known-maps.ts';
import { countFilters, type ListFilter, listQuery, readListFilter, statusFiltersOf } from './list-filter.ts';
import { ListFilters } from './list-filters.tsx';

const pageSize = 24;

/** All videos or those of the viewer, newest first, with search and filters. */
export function ListPage() {
  const { list: texts } = words;
  const [search, setSearch] = useSearchParams();
  const filter = readListFilter(search);
  usePageTitle(filter.isMine ? texts.mine : texts.title);
  const change = (next: SearchChange) => setSearch({ ...next, page: '' });
  const request = useRequest<JobList>(linkTo(`/v1/jobs?${listQuery(filter, pageSize)}`));
  const [progress, setProgress] = useState<Readonly<Record<string, EventData<'progress'>>>>({});
  useEffect(
    () =>
      followList({
        onChange: request.reload,
        onProgress: (event) => setProgress((current) => ({ ...current, [event.job_id]: event })),
      }),
    [request.reload],
  );
  const list = request.state === 'loaded' ? request.value : null;
  // The list is newer than the progress before it: a job that was rendering may wait again, as after a restart.
  useEffect(() => setProgress({}), [list]);

  return (
    <>
      <div class="row page-tools">
        <h1>{texts.title}</h1>
        <Owners
          isMine={filter.isMine}
          onChange={(isMine) =>
            change({ mine: isMine ? 'true' : '', ...(filter.status === 'removed' && { status: '' }) })
          }
        />
        <SearchBox value={filter.q} onChange={(q) => setSearch({ q, page: '' }, { isSameStep: filter.q !== '' })} />
        <select
          aria-label={texts.filter}
          value={filter.status ?? ''}
          onChange={({ currentTarget }) => change({ status: currentTarget.value })}
        >
          <option value="">{texts.all}</option>
          {statusFiltersOf(filter.isMine).map((name) => (
            <option key={name} value={name}>
              {texts.statuses[name]}
            </option>
          ))}
        </select>
        <FilterPanel filter={filter} onChange={change} />
      </div>
      {request.state === 'failed' && <ErrorNotice error={request.error} onRetry={request.reload} />}
      {request.state === 'loading' && <Skeleton />}
      {request.state === 'loaded' && (
        <JobGrid
          list={request.value}
          progress={progress}
          filter={filter}
          onPage={(next) => {
            setSearch({ page: next === 1 ? '' : String(next) });
            scrollTo(0, 0);
          }}
          onChanged={request.reload}
        />
      )}
    </>
  );
}

/** Switches between all videos and those of the viewer. */
function Owners({ isMine, onChange }: { isMine: boolean; onChange: (isMine: boolean) => void }) {
  const { list: texts } = words;
  return (
    <fieldset class="row choices owners" aria-label={texts.owners}>
      <button type="button" aria-pressed={!isMine} onClick={() => onChange(false)}>
        {texts.everyone}
      </button>
      <button type="button" aria-pressed={isMine} onClick={() => onChange(true)}>
        {texts.mine}
      </button>
    </fieldset>
  );
}

function FilterPanel({ filter, onChange }: { filter: ListFilter; onChange: (change: SearchChange) => void }) {
  const count = countFilters(filter);
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.list.filters(count)}
      </button>
      {isOpen && <ListFilters filter={filter} onChange={onChange} />}
    </>
  );
}

const searchDelayMs = 250;

/** Searches once the viewer has stopped typing for a moment. */
function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { draft, onInput } = useDraft(value);
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => onChange(draft), searchDelayMs);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <input
      type="search"
      maxLength={100}
      placeholder={words.list.search}
      aria-label={words.list.search}
      value={draft}
      onInput={onInput}
    />
  );
}

interface JobGridProps {
  readonly list: JobList;
  /** Progress of active jobs since the list was loaded. */
  readonly progress: Readonly<Record<string, EventData<'progress'>>>;
  readonly filter: ListFilter;
  readonly onPage: (page: number) => void;
  readonly onChanged: () => void;
}

function JobGrid({ list, progress, filter, onPage, onChanged }: JobGridProps) {
  const { list: texts } = words;
  const { q, status, isMine, page } = filter;
  const isFiltered = q !== '' || status !== null || countFilters(filter) > 0;
  const pages = Math.max(1, Math.ceil(list.total / pageSize));
  const { covers, titles } = useKnownMaps(list.jobs);
  if (list.jobs.length === 0)
    return (
      <div class="empty" role="status">
        <p>{isFiltered ? texts.notFound : isMine ? texts.noneOfMine : texts.none}</p>
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
          <JobCard
            key={job.job_id}
            job={isFinished(job.status) ? job : { ...job, ...progress[job.job_id] }}
            title={titleOf(job, titles)}
            cover={covers[job.job_id]}
            onChanged={onChanged}
          />
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
        <li key={i} class="card media-card job-card">
          <div class="thumbnail" />
          <div class="skeleton line" />
          <div class="skeleton line half" />
        </li>
      ))}
    </ul>
  );
}
